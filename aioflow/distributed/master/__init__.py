"""Masters: sessions of clients, and the steps of their graphs."""
