import { makeDiagnostics } from './make.ts'

export const diagnosticsHandlers = {
  'diagnostics.make': makeDiagnostics,
}
