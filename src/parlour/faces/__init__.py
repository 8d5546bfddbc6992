"""How games are shown and told, shared by all: sentences and catalogues, beats of motion, parts of boards."""
