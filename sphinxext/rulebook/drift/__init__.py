"""Compare what a book says with its rules: check, suggest, lock, report, fix."""
