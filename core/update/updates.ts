/** Asks for the next version, stages it, and begins its installation when a manager says so. */
import { till } from '../../db/profile/audit.ts'
import { isSending } from '../../db/profile/queueHeads.ts'
import { saleDrafts } from '../../db/profile/saleDrafts.ts'
import { note } from '../../db/workspace/audit.ts'
import { setWorkspaceSetting, workspaceSetting } from '../../db/workspace/queries.ts'
import type { Clock, Log } from '../base/ports.ts'
import { fail, ok, type Reply } from '../contract/errors.ts'
import type { UpdateState } from '../contract/update.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { UpdateError, type UpdateReason } from './feed.ts'
import { findNext, type Next, stage, type Wanted } from './find.ts'
import { type Installation, isEnded, keepInstallation, readInstallation } from './installation.ts'
import { databaseBytes, forgetCopies } from './wayBack.ts'

/** What an installed Kaunta can do with its own program. */
export interface Program {
  /** Which feed fits; null: packed without a key. */
  wanted: Wanted | null
  /** Closes Kaunta, installs and starts the new version. */
  install(update: Update): void
  startsWithComputer(): boolean
  setStartsWithComputer(on: boolean): void
}

/** A staged version. */
export interface Update extends Next {
  address: string
}

export interface UpdateControl {
  state(): UpdateState
  /** An empty one ends all updates. */
  setAddress(address: string, by: string): UpdateState
  /** Resolves when the next version is staged, or there is none. Failures are in the state. */
  ask(): Promise<UpdateState>
  install(version: string, by: string): Reply<UpdateState>
  setStartsWithComputer(on: boolean): void
  /** People can work: the version that runs has proved itself. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds. The till opens first. */
const firstMs = 120_000
/** Milliseconds. */
const againMs = 6 * 3_600_000
/** The least time between two events about a download, milliseconds. */
const tellMs = 1_000

const settingName = 'updateAddress'

/** With a slash at its end, so that names resolve below it. */
const addressOf = (text: string): string => (text === '' || text.endsWith('/') ? text : `${text}/`)

type Outcome = NonNullable<UpdateState['last']>['outcome']
const outcomeOf = (note: Installation): Outcome | null => (isEnded(note) ? (note.state as Outcome) : null)

export interface UpdatesOptions {
  workspace: Workspace
  /** The version that runs. */
  version: string
  clock: Clock
  log: Log
  program?: Program | undefined
}

export const createUpdates = ({ workspace, version, clock, log, program }: UpdatesOptions): UpdateControl => {
  const { dataDir, db } = workspace
  const wanted = program?.wanted ?? null
  let step: UpdateState['step'] = 'idle'
  let next: Update | null = null
  let received = 0
  let askedAt: number | null = null
  let problem: UpdateReason | null = null
  let last = readInstallation(dataDir)
  let ending = new AbortController()
  let running: Promise<void> | null = null
  let cancel: (() => void) | undefined
  let stopped = false
  let toldAt = Number.NEGATIVE_INFINITY

  const changed = () => workspace.emit({ type: 'update.changed' })
  const address = (): string => workspaceSetting(db, settingName) ?? ''
  const set = (to: UpdateState['step']) => {
    step = to
    changed()
  }
  const waitsFor = (): UpdateState['waitsFor'] => {
    const open = workspace.profiles()
    return [
      ...(open.some((profile) => saleDrafts(profile.db).length > 0) ? (['sale'] as const) : []),
      ...(open.some((profile) => isSending(profile.db)) ? (['queue'] as const) : []),
    ]
  }
  const state = (): UpdateState => {
    const outcome = last && outcomeOf(last)
    return {
      version,
      mode: !program ? 'never' : wanted ? 'on' : 'noKey',
      address: address(),
      step,
      next: next?.version ?? null,
      received,
      total: next ? next.file.size + next.wayBack.size : 0,
      askedAt,
      problem,
      waitsFor: step === 'ready' ? waitsFor() : [],
      last: last && outcome && { from: last.from, to: last.to, at: last.at, outcome },
      startsWithComputer: program?.startsWithComputer() ?? null,
    }
  }

  const stageNext = async (asked: Wanted, from: string): Promise<void> => {
    const { signal } = ending
    try {
      set('asking')
      const failed = last?.state === 'wentBack' ? last.to : undefined
      const found = await findNext(asked, { address: from, signal }, failed)
      signal.throwIfAborted()
      askedAt = clock.now()
      problem = null
      next = found && { ...found, address: from }
      if (!found) return set('idle')
      received = 0
      set('downloading')
      const progress = (bytes: number) => {
        received = bytes
        if (clock.monotonic() - toldAt < tellMs) return
        toldAt = clock.monotonic()
        changed()
      }
      const room = () => workspace.disk.roomForCopies()
      await stage(found, { dataDir, address: from, signal, room, progress })
      signal.throwIfAborted()
      set('ready')
    } catch (error) {
      if (signal.aborted) return
      problem = error instanceof UpdateError ? error.reason : 'unreachable'
      log.warn({ err: error, address: from }, 'no new version could be staged')
      next = null
      set('idle')
    }
  }
  const ask = async (): Promise<UpdateState> => {
    const from = address()
    // An owner who sets no address wants no call into a network.
    if (wanted && from !== '' && step !== 'installing') {
      running ??= stageNext(wanted, from)
      const mine = running
      await mine
      if (running === mine) running = null
    }
    return state()
  }
  const arm = (ms: number): void => {
    cancel = clock.after(ms, () => {
      ask()
        .catch((err: unknown) => log.error({ err }, 'the search for a new version failed'))
        .finally(() => {
          if (!stopped) arm(againMs)
        })
    })
  }
  if (wanted) arm(firstMs)

  const finish = async (note: Installation, outcome: Outcome) => {
    last = { ...note, state: outcome }
    keepInstallation(dataDir, last)
    await forgetCopies(dataDir)
  }
  return {
    state,
    setAddress: (text, by) => {
      const to = addressOf(text)
      const before = address()
      if (to === before) return state()
      db.transaction(() => {
        setWorkspaceSetting(db, settingName, to)
        const content = { before, after: to }
        note(db, { at: clock.now(), kind: 'updateAddress', subject: to, who: by, content })
      })
      ending.abort()
      ending = new AbortController()
      running = null
      next = null
      problem = null
      askedAt = null
      set('idle')
      return state()
    },
    ask,
    install: (asked, by) => {
      if (!program || step !== 'ready' || next?.version !== asked)
        return fail('003', 'update.notReady', 'This version has not been downloaded. Look for updates again.')
      const [first] = waitsFor()
      if (first === 'sale')
        return fail('003', 'update.openSale', 'A sale is open. Finish or park it, then install.')
      if (first === 'queue')
        return fail('006', 'update.sending', 'A document is being sent. Try again in a few seconds.', {
          retryAfter: 5,
        })
      if (databaseBytes(dataDir) > workspace.disk.roomForCopies())
        return fail(
          '003',
          'update.noRoom',
          'There is no room for copies of the databases. Free some space first.',
        )
      db.transaction(() => {
        const content = { from: version, to: asked }
        note(db, { at: clock.now(), kind: 'updateBegun', subject: asked, who: by, content })
      })
      set('installing')
      program.install(next)
      return ok(state())
    },
    setStartsWithComputer: (on) => {
      program?.setStartsWithComputer(on)
      changed()
    },
    ready: async () => {
      if (!last || isEnded(last)) return
      const outcome =
        version === last.to ? 'installed' : last.state === 'goingBack' ? 'wentBack' : 'notInstalled'
      const content = { from: last.from, to: last.to, outcome }
      db.transaction(() =>
        note(db, { at: clock.now(), kind: 'updateEnded', subject: last?.to ?? '', who: till, content }),
      )
      await finish(last, outcome)
      changed()
    },
    stop: async () => {
      cancel?.()
      stopped = true
      ending.abort()
      await running
    },
  }
}
