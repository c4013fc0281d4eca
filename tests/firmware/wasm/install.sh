#!/bin/sh
# Puts MicroPython for WebAssembly into tests/firmware/wasm/node_modules, which git ignores.
set -eu
cd "$(dirname "$0")"
npm install --silent --no-package-lock --no-audit --no-fund --ignore-scripts
