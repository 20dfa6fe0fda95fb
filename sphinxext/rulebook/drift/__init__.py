"""What a page says held to the rules: claims, verdicts, reports."""
