/** What one profile knows of the state of its own database. */
import type { LookThrough } from '../../db/lookThrough.ts'
import type { Clock, Ids, Log } from '../ports.ts'
import type { Realigned } from '../queue/realign.ts'
import type { Kept } from '../restControl.ts'
import type { Places } from './files.ts'
import { changeFinding, type Finding, findingsOf, keepFinding, newFinding } from './findings.ts'
import { markSuspect } from './generation.ts'
import { asideName } from './rebuild.ts'
import { createTwin, type Twin } from './twin.ts'
import { createWatch, type Watch } from './watch.ts'

export interface Recovery {
  readonly places: Places
  /** Where the numbers in use are remembered outside the database. */
  readonly numbers: Kept | undefined
  /** Looks through the database while the till is open. */
  readonly watch: Watch
  /** Newest first, without those that were put away. */
  findings(): Finding[]
  dismiss(id: string): void
  readonly twin: Twin
  /** What the authority had told after a copy took the database's place. */
  realigned(id: string, result: Realigned): void
}

export const createRecovery = (by: {
  places: Places
  numbers: Kept | undefined
  clock: Clock
  ids: Ids
  log: Log
  lookThrough?: ((file: string) => LookThrough) | undefined
  changed(): void
}): Recovery => {
  const { places, numbers, clock, ids, log, lookThrough, changed } = by
  const damaged = (text: string): void => {
    markSuspect(places.file)
    const known = findingsOf(places).some(({ cause }) => cause === 'running')
    if (known) return
    const at = clock.now()
    const id = asideName({ clock, ids })
    keepFinding(places, newFinding({ id, at, cause: 'running', text, complete: true }))
    changed()
  }
  return {
    places,
    numbers,
    watch: createWatch({ file: places.file, clock, log, lookThrough, damaged }),
    twin: createTwin({ places, clock, ids, log, changed }),
    findings: () => findingsOf(places),
    dismiss: (id) => {
      if (changeFinding(places, id, { dismissed: true })) changed()
    },
    realigned: (id, { adopted, gone, others }) => {
      log.warn({ adopted, gone, others }, 'the authority was asked what it has')
      if (changeFinding(places, id, { authority: { adopted, gone, others } })) changed()
    },
  }
}
