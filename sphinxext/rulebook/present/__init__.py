"""From odds to what a page shows: numbers, tables, charts, roles."""
