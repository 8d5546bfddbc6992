"""How Photon Rush is told and shown: its sentences, its table as text, its board, its motion."""
