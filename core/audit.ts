/**
 * Checks the audit trail of a running till: after a start, once a day and when asked, in slices too short to be felt, and
 * keeps what was found.
 */
import { auditHead, beginAudit, type ChainOwner } from '../db/app/audit.ts'
import { readSetting, writeSetting } from '../db/app/settings.ts'
import type { Db } from '../db/sqlite.ts'
import { type AuditFinding, breakText, createAuditCheck } from './auditCheck.ts'
import type { Clock, Log } from './ports.ts'

/** `at`: when the check ended, epoch milliseconds. */
export type KeptFinding = AuditFinding & { at: number }

export interface AuditState {
  head: { seq: number; hash: string } | null
  running: boolean
  last: KeptFinding | null
}

export interface Audit {
  state(): AuditState
  /** Begins a check unless one is running. */
  check(): void
  start(): void
  stop(): void
}

export interface AuditOptions {
  db: Db
  owner: ChainOwner
  clock: Clock
  log: Log
  /** A check has begun or ended. */
  changed(): void
}

/** After a start the till is busy with its owner first; milliseconds. */
const firstMs = 900_000
const againMs = 86_400_000
/** How long a slice may keep the till from anything else, and the pause after it; milliseconds. */
const sliceMs = 4
const pauseMs = 20
const setting = 'audit.finding'

const isFinding = (value: unknown): value is KeptFinding =>
  typeof value === 'object' && value !== null && 'records' in value && 'hash' in value && 'at' in value

export const createAudit = ({ db, owner, clock, log, changed }: AuditOptions): Audit => {
  let cancel: (() => void) | undefined
  let running = false
  let stopped = true

  const lastFinding = (): KeptFinding | null => {
    const kept = readSetting(db, setting)
    return isFinding(kept) ? kept : null
  }
  const arm = (ms: number): void => {
    cancel?.()
    cancel = clock.after(ms, check)
  }
  const end = (finding: AuditFinding | null): void => {
    running = false
    arm(againMs)
    if (finding) {
      writeSetting(db, setting, { ...finding, at: clock.now() } satisfies KeptFinding)
      if (finding.broken)
        log.error({ finding, broken: breakText(finding.broken) }, 'the audit trail is broken')
    }
    changed()
  }
  const check = (): void => {
    if (stopped || running) return
    running = true
    changed()
    const last = lastFinding()
    const head = last && last.broken === null ? { seq: last.records, hash: last.hash } : undefined
    const work = createAuditCheck({ ...owner, head })
    const slice = (): void => {
      if (stopped) return
      try {
        const until = clock.monotonic() + sliceMs
        const finding = work.advance(db, () => clock.monotonic() >= until)
        if (finding) end(finding)
        else cancel = clock.after(pauseMs, slice)
      } catch (error) {
        log.error({ err: error }, 'the audit trail could not be checked')
        end(null)
      }
    }
    slice()
  }

  return {
    state: () => ({ head: auditHead(db) ?? null, running, last: lastFinding() }),
    check,
    start: () => {
      stopped = false
      beginAudit(db, { ...owner, at: clock.now() })
      arm(firstMs)
    },
    stop: () => {
      stopped = true
      cancel?.()
    },
  }
}
