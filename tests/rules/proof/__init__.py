"""The proof of the rules: every roll of random rules files, counted without the engine."""
