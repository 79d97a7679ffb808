/**
 * The core without a window: `npm run -s gateway -- --data DIR --port N`. One JSON line on standard output when ready.
 * With `keys` as its first word: makes, lists and revokes the keys of other software, and ends. With `diagnostics`: writes
 * one file for whoever helps, and ends.
 */
import './nodeVersion.mjs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Only what is imported afterwards is read from the cache: a start takes a quarter less time.
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
