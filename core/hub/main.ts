/**
 * The branch hub: `npm run -s hub -- --data DIR`. Starts a PostgreSQL server of its own, or uses `--database URL`.
 * Prints one line of JSON when it is ready.
 */
import '../cli/nodeVersion.mjs'

await import('./runHub.ts')
