"""REST and WebSocket; FastAPI lives here."""
