"""A series: several games between the same sides, until one has won more than half of them."""
