"""The running house: accounts, ledger, fairness, storage, and the tables served over HTTP and WebSocket."""
