"""How languages write numbers: reads typed figures and writes ours."""
