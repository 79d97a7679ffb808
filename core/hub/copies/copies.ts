/**
 * The backups of a running hub: every night, and on demand. Once a week the newest one is restored into a server of its
 * own, and compared.
 */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { giveName } from '../../../db/engine/syncPath.ts'
import { databaseBytes } from '../../../db/hub/copy.ts'
import { removeServer } from '../../../db/hub/engine.ts'
import type { HubDb } from '../../../db/hub/postgres.ts'
import type { Ports } from '../../base/ports.ts'
import { toWireDateTime } from '../../fiscal/dates.ts'
import { type BackupFile, backupsIn, makeRoom, prune, removeUnfinished } from '../../recovery/backupFiles.ts'
import { readBackup, writeBackup } from './backup.ts'
import { type LastProof, lastProof, proofFolder, prove } from './proof.ts'
import { recoveryCode, takeSecrets } from './recoveryCode.ts'

/** Milliseconds. */
const lookMs = 600_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
/** Bytes that a backup leaves free for sales. */
const leftFree = 2 ** 30
/** Steps of a backup between two looks at the free space. A step has a MiB. */
const stepsUnwatched = 64

interface Failure {
  /** Epoch milliseconds. */
  at: number
  text: string
}

export interface CopiesState {
  folder: string
  /** Newest first. */
  files: BackupFile[]
  running: boolean
  /** The last failure to make a backup or to try one; null after a success. */
  failure: Failure | null
  /** The last backup that was restored and compared; null: none yet. */
  proof: LastProof | null
}

export interface Copies {
  state(): CopiesState
  /** Resolves with the file, once it was read again and has its name. `to`: another folder. */
  make(kind: 'daily' | 'manual', to?: string): Promise<string>
  recoveryCode(): Promise<string>
  start(): void
  /** Ends a backup that is being made. */
  stop(): Promise<void>
}

export interface CopiesOptions {
  db: HubDb
  /** The hub's folder. */
  folder: string
  /** Absent: `backups` in the hub's folder. */
  backups?: string
  ports: Pick<Ports, 'clock' | 'log' | 'secrets' | 'volume'>
}

/** Backups are due at midnight in UTC, three in the morning in Nairobi. */
const lastNight = (now: number): number => now - (now % dayMs)

export const createCopies = ({
  db,
  folder,
  backups = join(folder, 'backups'),
  ports,
}: CopiesOptions): Copies => {
  const { clock, log, secrets, volume } = ports
  const failures: Record<'backup' | 'proof', Failure | null> = { backup: null, proof: null }
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let cancel: (() => void) | undefined
  let stopped = false

  const demandGoing = () => {
    if (stopped) throw new Error('The hub ends')
  }
  /** Notes a failure of `work`, and rejects with it; a success ends the earlier one. */
  const noting = async <T>(what: 'backup' | 'proof', message: string, work: Promise<T>): Promise<T> => {
    try {
      const done = await work
      failures[what] = null
      return done
    } catch (error) {
      if (!stopped) {
        failures[what] = { at: clock.now(), text: error instanceof Error ? error.message : String(error) }
        log.error({ err: error }, message)
      }
      throw error
    }
  }

  /** A name counts seconds. */
  const freeName = (to: string, kind: 'daily' | 'manual'): string => {
    for (let at = clock.now(); ; at += 1000) {
      const name = `${toWireDateTime(at)}-${kind}.hub`
      if (!existsSync(join(to, name)) && !existsSync(join(to, `.${name}`))) return name
    }
  }

  /** Fails before the disk is full, which would keep sales out. */
  const watchRoom = (to: string): (() => void) => {
    let steps = 0
    return () => {
      demandGoing()
      steps += 1
      if (steps % stepsUnwatched === 0 && volume.freeBytes(to) < leftFree)
        throw new Error(
          `There is no room for a backup in ${to}. Free some space, or name another folder with --backups`,
        )
    }
  }

  const write = async (kind: 'daily' | 'manual', to: string): Promise<string> => {
    // Only the last folder is made: if a memory stick is missing, its backups must not fill another disk.
    if (!existsSync(to)) mkdirSync(to, { mode: 0o700 })
    const now = clock.now()
    await removeUnfinished(to, now)
    const [newest] = backupsIn(to)
    const bytes = (newest?.bytes ?? 0) + leftFree
    await makeRoom(to, { bytes, now, room: (freed) => volume.freeBytes(to) + freed })
    const name = freeName(to, kind)
    const unfinished = join(to, `.${name}`)
    const code = await recoveryCode(secrets)
    const step = watchRoom(to)
    try {
      const written = await writeBackup({
        db,
        file: unfinished,
        code,
        secretsOf: (tx) => takeSecrets(tx, secrets),
        now,
        step,
      })
      const found = await readBackup({ file: unfinished, code, step })
      if (JSON.stringify(found.tables) !== JSON.stringify(written.tables))
        throw new Error(`${to} does not keep what is written there. Name another folder with --backups`)
      await giveName(unfinished, join(to, name))
    } finally {
      rmSync(unfinished, { force: true })
    }
    await prune(to, now)
    log.info({ file: join(to, name), bytes: statSync(join(to, name)).size }, 'A backup of the hub was made')
    return join(to, name)
  }

  /** One at a time: two would compete for the disk. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    waiting += 1
    const done = turn
      .then(demandGoing)
      .then(work)
      .finally(() => {
        waiting -= 1
      })
    turn = done.catch(() => undefined)
    return done
  }

  const make: Copies['make'] = (kind, to = backups) =>
    noting(
      'backup',
      'A backup of the hub could not be made',
      inTurn(() => write(kind, to)),
    )

  const proveNewest = async (): Promise<void> => {
    const [newest] = backupsIn(backups)
    if (!newest) return
    const needed = 2 * (await databaseBytes(db)) + leftFree
    if (volume.freeBytes(folder) < needed)
      throw new Error(`There is no room to try a backup: free ${Math.ceil(needed / 1e6)} MB in ${folder}`)
    await prove({ folder, backups, newest, secrets, step: demandGoing, now: clock.now })
    log.info({ name: newest.name }, 'A backup was restored and is the same')
  }

  const doWhatIsDue = async (): Promise<void> => {
    const now = clock.now()
    const last = backupsIn(backups).find(({ madeAt }) => madeAt <= now)
    if ((last?.madeAt ?? 0) >= lastNight(now)) return
    await make('daily')
    if ((lastProof(backups)?.at ?? 0) < now - weekMs)
      await noting('proof', 'A backup of the hub could not be restored and compared', inTurn(proveNewest))
  }
  const arm = (ms: number): void => {
    if (stopped) return
    cancel = clock.after(ms, () => {
      doWhatIsDue().then(
        () => arm(lookMs),
        () => arm(hourMs),
      )
    })
  }

  return {
    state: () => ({
      folder: backups,
      files: backupsIn(backups).map(({ name, kind, madeAt, bytes }) => ({ name, kind, madeAt, bytes })),
      running: waiting > 0,
      failure: failures.backup ?? failures.proof,
      proof: lastProof(backups),
    }),
    make,
    recoveryCode: () => recoveryCode(secrets),
    start: () => {
      inTurn(() => removeServer(proofFolder(folder))).catch((err: unknown) =>
        log.warn({ err }, 'The server that tries backups could not be removed'),
      )
      arm(lookMs)
    },
    stop: async () => {
      stopped = true
      cancel?.()
      await turn
    },
  }
}
