/**
 * The core without a window: `npm run -s gateway -- --data DIR --port N`. Prints one JSON line on standard output
 * when ready. First word `keys`: creates, lists and revokes API keys, then ends. First word `diagnostics`: writes the
 * support file, then ends.
 */
import './nodeVersion.mjs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Only later imports use the cache: the start takes a quarter less time.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)))
switch (process.argv[2]) {
  case 'keys':
    await import('./runKeys.ts')
    break
  case 'diagnostics':
    await import('./runDiagnostics.ts')
    break
  default:
    await import('./runGateway.ts')
}
