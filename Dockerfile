# CouncilOS in a container: `docker compose up` starts it together with its database (compose.yaml).

FROM node:22-slim AS web
WORKDIR /src
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc frontend/
RUN npm --prefix frontend ci
COPY frontend frontend
COPY src/councilos/blueprint/templates src/councilos/blueprint/templates
RUN npm --prefix frontend run build

FROM python:3.12-slim
WORKDIR /app
RUN pip install --no-cache-dir uv
COPY pyproject.toml requirements.lock README.md LICENSE hatch_build.py ./
RUN uv venv --quiet .venv && uv pip sync --quiet --no-cache --python .venv/bin/python requirements.lock
COPY src src
COPY --from=web /src/frontend/out src/councilos/web
RUN uv pip install --quiet --no-cache --no-deps --python .venv/bin/python --editable .
RUN useradd --create-home councilos && mkdir -p /data/chroma && chown -R councilos /data
USER councilos
ENV COUNCILOS_HOME=/data CHROMA_PERSIST_DIR=/data/chroma PATH=/app/.venv/bin:$PATH
EXPOSE 8000
HEALTHCHECK --interval=10s --start-period=60s CMD \
  ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/health', timeout=5)"]
# The port is published on the host's own address only (compose.yaml), so no token is needed.
CMD ["councilos", "serve", "--host", "0.0.0.0", "--port", "8000", "--trusted-network"]
