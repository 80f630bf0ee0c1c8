"""The HTTP API: one module per subject. Each route states the right it needs, its request and its response."""
