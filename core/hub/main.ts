/**
 * The branch hub: `npm run -s hub -- --data DIR`. Starts a PostgreSQL server of its own, or uses `--database URL`.
 * Prints one line of JSON when it is ready. `backup`, `restore`, `check` and `recovery` are its other commands.
 */
import '../cli/nodeVersion.mjs'

const { isCopyAct } = await import('./flags.ts')
await (isCopyAct(process.argv[2]) ? import('./copies/runCopies.ts') : import('./runHub.ts'))
