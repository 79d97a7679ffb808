/**
 * Checks the audit trail of a running till: after a start, once a day and on demand, in short slices. Stores the
 * result.
 */
import { z } from 'zod'
import type { Db } from '../../db/engine/sqlite.ts'
import { auditHead, beginAudit, type ChainOwner } from '../../db/profile/audit.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import { beginInstallationAudit } from '../../db/workspace/audit.ts'
import { keptIn, setWorkspaceSetting } from '../../db/workspace/queries.ts'
import { readKept } from '../base/kept.ts'
import type { Clock, Log } from '../base/ports.ts'
import {
  type AuditCheck,
  type AuditExpected,
  type AuditFinding,
  breakText,
  createAuditCheck,
  createInstallationCheck,
} from './verifyChain.ts'

/** `at`: end of the check, epoch milliseconds. */
type KeptFinding = AuditFinding & { at: number }

interface AuditState {
  head: { seq: number; hash: string } | null
  running: boolean
  last: KeptFinding | null
}

export interface Audit {
  state(): AuditState
  /** Starts a check unless one is running. */
  check(): void
  start(): void
  stop(): void
}

/** Identifies an audit trail and where its last result is stored. */
export interface Trail {
  /** Writes the first row if there is none. */
  begin(at: number): void
  check(head: AuditExpected['head']): AuditCheck
  kept(): unknown
  keep(finding: KeptFinding): void
}

export interface AuditOptions {
  db: Db
  trail: Trail
  clock: Clock
  log: Log
  /** A check began or ended. */
  changed(): void
}

/** Milliseconds. After a start the cashier has priority. */
const firstMs = 900_000
const againMs = 86_400_000
/** Milliseconds: the longest slice, and the pause after it. */
const sliceMs = 4
const pauseMs = 20
const setting = 'audit.finding'

const isFinding = (value: unknown): value is KeptFinding =>
  typeof value === 'object' && value !== null && 'records' in value && 'hash' in value && 'at' in value

export const profileTrail = (db: Db, owner: ChainOwner): Trail => ({
  begin: (at) => beginAudit(db, { ...owner, at }),
  check: (head) => createAuditCheck({ ...owner, head }),
  kept: () => readSetting(db, setting),
  keep: (finding) => writeSetting(db, setting, finding),
})

export const installationTrail = (db: Db): Trail => ({
  begin: (at) => beginInstallationAudit(db, at),
  check: createInstallationCheck,
  kept: () => readKept(keptIn(db, setting), z.unknown()),
  keep: (finding) => setWorkspaceSetting(db, setting, JSON.stringify(finding)),
})

export const createAudit = ({ db, trail, clock, log, changed }: AuditOptions): Audit => {
  let cancel: (() => void) | undefined
  let running = false
  let stopped = true

  const lastFinding = (): KeptFinding | null => {
    const kept = trail.kept()
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
      trail.keep({ ...finding, at: clock.now() })
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
    const work = trail.check(head)
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
      trail.begin(clock.now())
      arm(firstMs)
    },
    stop: () => {
      stopped = true
      cancel?.()
    },
  }
}
