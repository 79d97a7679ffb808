import type { PrinterUse } from '../../contract/printer.ts'
import type { Paper, PrinterChoice } from '../../contract/workspace.ts'
import type { KnownPrinter } from '../../printing/direct/printers.ts'
import type { Profile } from '../../profile/profile.ts'

/** What a call asks for; absent: as the settings say. */
export interface Wished {
  target?: PrinterChoice['kind'] | undefined
  paper?: Paper | undefined
}

type Page = Omit<PrinterChoice, 'kind'> & { kind: Exclude<PrinterChoice['kind'], 'direct'>; paper: Paper }
/** A page for the window, a file or a system printer; or a direct printer of this computer. */
export type Where = Page | { kind: 'direct'; direct: KnownPrinter; paper: Paper }

/** Returns where a paper goes. What no direct printer is for goes to the window's own dialogue. */
export const printWhere = (profile: Profile, { target, paper }: Wished, use: PrinterUse): Where => {
  const settings = profile.settings()
  const kind = target ?? settings.printer.kind
  const page = { ...settings.printer, paper: paper ?? settings.paper }
  if (kind !== 'direct') return { ...page, kind }
  const direct = profile.printers.for(use)
  return direct ? { kind, direct, paper: direct.paper } : { ...page, kind: 'window' }
}
