"""What is measured, and against whom. Each benchmark is `python -m benchmarks.NAME [--json] [--quick]`."""
