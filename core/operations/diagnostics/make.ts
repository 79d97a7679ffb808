import { ok } from '../../contract/errors.ts'
import { writeDiagnostics } from '../../diagnostics/write.ts'
import type { Handler } from '../handler.ts'

export const makeDiagnostics: Handler<'diagnostics.make'> = async (_, { workspace, ports, version }) =>
  ok(await writeDiagnostics({ dataDir: workspace.dataDir, version, now: ports.clock.now() }))
