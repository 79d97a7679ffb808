/** What one profile knows about the state of its own database. */

import type { Kept } from '../base/kept.ts'
import type { OffThread } from '../base/offThread.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import type { Realigned } from '../queue/realign.ts'
import type { Places } from './files.ts'
import { changeFinding, type Finding, findingsOf, keepFinding, newFinding } from './findings.ts'
import { markSuspect } from './generation.ts'
import type { LookedInto, lookInto, Unfit } from './lookInto.ts'
import { asideName } from './rebuild.ts'
import { createTwin, type Twin } from './twin.ts'
import { createWatch, type Watch } from './watch.ts'

export interface Recovery {
  readonly places: Places
  /** Where the numbers in use are remembered outside the database. */
  readonly numbers: Kept | undefined
  /** Checks the database while the till is open. */
  readonly watch: Watch
  /** Newest first, without dismissed ones. */
  findings(): Finding[]
  /** Opens and checks a copy, one at a time. `room`: bytes it may use meanwhile. */
  lookInto(copy: string, room: number): Promise<LookedInto | Unfit>
  dismiss(id: string): void
  readonly twin: Twin
  /** The authority's own clock jumped. Epoch milliseconds. */
  clockJumped(from: number, to: number): void
  /** The authority's report after a copy replaced the database. */
  realigned(id: string, result: Realigned): void
}

export const createRecovery = (by: {
  places: Places
  numbers: Kept | undefined
  clock: Clock
  ids: Ids
  log: Log
  offThread: OffThread
  changed(): void
}): Recovery => {
  const { places, numbers, clock, ids, log, offThread, changed } = by
  let looking: Promise<unknown> = Promise.resolve()
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
    watch: createWatch({ file: places.file, clock, log, offThread, damaged }),
    twin: createTwin({ places, clock, ids, log, changed }),
    clockJumped: (from, to) => {
      const known = {
        id: asideName({ clock, ids }),
        at: to,
        cause: 'clock',
        upTo: from,
        complete: true,
      } as const
      try {
        keepFinding(places, newFinding(known))
        changed()
      } catch (error) {
        // Kaunta uses the new time anyway, and logs it.
        log.error({ err: error }, "the jump of the authority's clock could not be stored for the owner")
      }
    },
    findings: () => findingsOf(places),
    lookInto: (copy, room) => {
      const looked = looking.then(() => offThread<typeof lookInto>('lookInto', copy, places, room).result)
      looking = looked.catch(() => undefined)
      return looked
    },
    dismiss: (id) => {
      if (changeFinding(places, id, { dismissed: true })) changed()
    },
    realigned: (id, { adopted, gone, others }) => {
      log.warn({ adopted, gone, others }, 'the authority was asked what it has')
      if (changeFinding(places, id, { authority: { adopted, gone, others } })) changed()
    },
  }
}
