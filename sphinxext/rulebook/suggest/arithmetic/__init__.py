"""Figures that need nobody's rules: dice beside their average, range or chance, and worked sums."""
