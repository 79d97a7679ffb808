/** Preloaded with `--import`: lets the built main process run on plain Node, around an Electron that does nothing. */
import { registerHooks } from 'node:module'

const standIn = new URL('./electronModule.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
