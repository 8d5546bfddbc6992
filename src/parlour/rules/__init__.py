"""What all games share: states, games, outcomes, errors, events, chance, records, perft."""
