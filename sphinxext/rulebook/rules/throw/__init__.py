"""The program of a throw: it judges given dice, and a page runs the same one."""
