import { ok } from '../../contract/errors.ts'
import { writeDiagnostics } from '../../diagnostics/write.ts'
import type { Handler } from '../handler.ts'

/** Checking a database of this size takes a moment; a larger one would keep a cashier waiting. Bytes. */
const checkUpTo = 64 * 1024 * 1024

export const makeDiagnostics: Handler<'diagnostics.make'> = (_, { workspace, ports, version }) =>
  ok(writeDiagnostics({ dataDir: workspace.dataDir, version, now: ports.clock.now(), checkUpTo }))
