"""Procedures of officials: who may claim, rule, penalise, appeal, undo and confirm, and when."""
