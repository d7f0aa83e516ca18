"""The user's door: sessions, fetches and feeds, and the runs behind them."""
