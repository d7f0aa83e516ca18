"""Building graphs: op definitions, generated builders, and the sugar on top of them."""
