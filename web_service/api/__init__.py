"""The API for programs: one module per subject, each route with its right, request and response."""
