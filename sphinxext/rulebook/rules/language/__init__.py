"""The language that questions, conditions and formulas are written in."""
