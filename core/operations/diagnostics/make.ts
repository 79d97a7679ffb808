import { ok } from '../../contract/errors.ts'
import type { writeDiagnostics } from '../../diagnostics/write.ts'
import type { Handler } from '../shared/handler.ts'

export const makeDiagnostics: Handler<'diagnostics.make'> = async (_, { workspace, ports, version }) => {
  const { dataDir } = workspace
  return ok(
    await ports.offThread<typeof writeDiagnostics>('writeDiagnostics', {
      dataDir,
      version,
      now: ports.clock.now(),
    }).result,
  )
}
