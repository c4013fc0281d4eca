"""The tactile board as code: models, wiring, parts, physics, labels. See README.md."""
