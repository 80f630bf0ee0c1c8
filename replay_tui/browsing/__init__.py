"""What the rules browser and the card browser show, as rows: pure, without a screen."""
