"""What programs ask: one module a subject, each route with its right, its body and its answer."""
