"""The board of Photon Rush in the browser."""
