/** Whether a till is linked to a hub. A till that works alone loads and starts nothing of it. */
import { auditHead, till } from '../../db/profile/audit.ts'
import { type HubLinkRow, hubLinkRow } from '../../db/profile/hubLink.ts'
import { dropOpenClaims } from '../../db/profile/otherSales.ts'
import type { HubLinkView, HubState } from '../contract/hubLink.ts'
import { wordsOf } from './identity.ts'
import type { Link, LinkOptions } from './link.ts'
import type { LinkRequest, Outcome } from './session.ts'

export interface LinkSwitch {
  state(): HubState
  wake(): void
  tryNow(): void
  /** Makes, changes or ends the link while nothing is sent or read. Rejects if the work does. */
  change<T>(work: () => T | Promise<T>): Promise<T>
  /** Asks the hub something. null: the till works alone. */
  ask(request: LinkRequest): Promise<Outcome | null>
  stop(): Promise<void>
}

const viewOf = (
  row: HubLinkRow,
  head: number,
  { link, signsLater }: { link: Link | null; signsLater: boolean },
): HubLinkView => {
  const state = link?.state()
  return {
    hub: row.hub,
    address: (JSON.parse(row.addresses) as string[])[0] ?? '',
    tillName: row.name,
    branch: row.branch,
    pairedAt: row.paired_at,
    words: wordsOf(row.pin, row.public_key),
    silentSince: state?.silentSince ?? null,
    waiting: Math.max(head - (state?.acked ?? row.acked_seq), 0),
    sentAt: state?.sentAt ?? null,
    readAt: state?.readAt ?? null,
    clockDifferenceMs: state?.clockDifferenceMs ?? null,
    signs: row.signs === 1,
    signsLater: signsLater && row.signs === 0,
    leaves: row.leaves_at_seq !== null,
    deputy: row.escrow !== null,
    problem: state?.problem ?? null,
  }
}

/** `signsLater`: the signer of the branch will sign for this till. */
export const createLinkSwitch = (options: LinkOptions & { signsLater(): boolean }): LinkSwitch => {
  const { db, appId, log, changed } = options
  let link: Link | null = null
  let isStopped = false
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch((error: unknown) => {
      log.error({ err: error, profile: appId }, 'the link to the hub could not be changed')
    })
    return done
  }
  const end = async (): Promise<void> => {
    const ended = link
    link = null
    await ended?.stop()
  }
  const begin = async (): Promise<void> => {
    const row = hubLinkRow(db)
    if (!row || isStopped) return
    const { startLink } = await import('./link.ts')
    link = startLink(row, options)
  }
  if (hubLinkRow(db)) dropOpenClaims(db, { at: options.clock.now(), who: till })
  // A failure was logged.
  if (hubLinkRow(db)) inTurn(begin).catch(() => undefined)
  return {
    state: () => {
      const row = hubLinkRow(db)
      return row
        ? {
            role: 'linked',
            link: viewOf(row, auditHead(db)?.seq ?? 0, { link, signsLater: options.signsLater() }),
          }
        : { role: 'alone', link: null }
    },
    wake: () => link?.wake(),
    tryNow: () => link?.tryNow(),
    change: (work) =>
      inTurn(async () => {
        await end()
        try {
          return await work()
        } finally {
          await begin()
          changed()
        }
      }),
    ask: async (request) => link?.ask(request) ?? null,
    stop: () => {
      isStopped = true
      return inTurn(end)
    },
  }
}
