"""Pictures of boards with questions, and their answers from the boards."""
