/**
 * The hub on this computer: started and stopped by an owner, started again with Kaunta if it was on, and after a pause
 * if it ended. The till sells whatever becomes of it.
 */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import type { HubProcess, StartHub } from '../base/hubProcess.ts'
import { type Kept, readKept } from '../base/kept.ts'
import type { Clock, Log, Secrets } from '../base/ports.ts'
import { type Environment, environment as environments } from '../contract/fields.ts'
import { type TakeOver, takeOverSecret } from '../contract/hub/escrow.ts'
import type { ThisComputer } from '../contract/hubComputer.ts'
import { hubPort } from '../contract/hubLink.ts'
import { doorKey } from './doorNote.ts'
import { type AdminState, type HubAdmin, openHubAdmin } from './hubAdmin.ts'

export interface ThisComputerControl {
  state(): Promise<ThisComputer>
  /** Starts it now, and with each later start of Kaunta. */
  start(environment: Environment): void
  /** Resolves once it has ended. */
  stop(): Promise<void>
  /** Makes another pairing code. */
  newCode(): Promise<ThisComputer>
  /** What only the recovery sheet shows. null: the hub does not answer. */
  recovery(): Promise<Recovery | null>
  /**
   * Starts the hub of this computer with what a deputy kept. It must be off. Returns its folder if that is of another hub,
   * and then changes nothing; null: it starts. Rejects if the secrets cannot be written.
   */
  takeOver(asked: TakeOver): Promise<string | null>
  /** `who`: the person who printed the recovery sheet. */
  sheetPrinted(who: string): Promise<ThisComputer>
  /** Kaunta ends: so does the hub, until the next start. */
  close(): Promise<void>
}

export interface Recovery {
  /** The code that opens the hub's backups, a secret. */
  code: string
  words: [string, string]
  /** The folder of its backups. */
  backups: string
}

export interface ThisComputerOptions {
  dataDir: string
  /** Absent: this Kaunta can start no hub. */
  startHub: StartHub | undefined
  /** Which hub is on, across restarts. */
  kept: Kept
  /** The secrets of a hub's folder. */
  secretsIn(folder: string): Pick<Secrets, 'get' | 'set'>
  /** The hub works. `pin`: of its key. */
  ready?(hub: { pin: string; address: string }): void
  clock: Pick<Clock, 'now' | 'after'>
  log: Log
  port?: number
  /** Milliseconds before the first start after a crash; doubled up to a minute. */
  pauseMs?: number
}

/** Milliseconds. */
const usualPauseMs = 1_000
const longestPauseMs = 60_000
/** A hub that has worked for so long is started again without a longer pause. */
const steadyMs = 60_000
/** It finishes its requests and stops its server. */
const endMs = 30_000
/** The exit code of a hub whose port another program uses. */
export const portInUseCode = 3

const readyLine = z.object({ ready: z.literal(true), addresses: z.array(z.string()) })
const stored = z.object({ environment: environments.nullable() })

type Run = { process: HubProcess; ended: Promise<void>; since: number | null; addresses: string[] }

/** The folder of a hub of that environment. Where Kaunta runs as root, PostgreSQL is another user who must enter it. */
const folderOf = (dataDir: string, environment: Environment): string => {
  const all = join(dataDir, 'branchHub')
  const folder = join(all, environment)
  makeFolder(folder, 2)
  for (const each of [all, folder]) chmodSync(each, 0o711)
  return folder
}

const ownAddress = ({ port }: HubAdmin): string => `127.0.0.1:${port}`

export const createThisComputer = (options: ThisComputerOptions): ThisComputerControl => {
  const {
    dataDir,
    startHub,
    kept,
    secretsIn,
    ready,
    clock,
    log,
    port = hubPort,
    pauseMs = usualPauseMs,
  } = options
  let wanted = readKept(kept, stored)?.environment ?? null
  let isClosed = false
  let run: Run | null = null
  let admin: HubAdmin | null = null
  let failure: ThisComputer['failure'] = null
  let pause = pauseMs
  let cancel: () => void = () => undefined

  const forgetAdmin = () => {
    admin?.close()
    admin = null
  }
  const heardReady = (started: Run, line: string, environment: Environment): void => {
    const said = readyLine.safeParse(parsed(line))
    if (!said.success) return
    started.since = clock.now()
    started.addresses = said.data.addresses
    failure = null
    const folder = join(folderOf(dataDir, environment), 'hub')
    forgetAdmin()
    admin = openHubAdmin(folder, secretsIn(folder))
    if (admin) ready?.({ pin: admin.pin, address: ownAddress(admin) })
    log.info({ addresses: said.data.addresses }, 'the hub on this computer is ready')
  }
  const ended = (over: Run, code: number | null, text: string): void => {
    if (run === over) run = null
    forgetAdmin()
    if (wanted === null || isClosed) return
    failure = { reason: code === portInUseCode ? 'portInUse' : 'ended', text, port }
    log.warn({ code, text }, 'the hub on this computer ended; it is started again')
    if (over.since !== null && clock.now() - over.since >= steadyMs) pause = pauseMs
    cancel = clock.after(pause, begin)
    pause = Math.min(pause * 2, longestPauseMs)
  }
  function begin(): void {
    if (!startHub || wanted === null || run || isClosed) return
    const environment = wanted
    const over = Promise.withResolvers<void>()
    try {
      const args = [
        '--data',
        folderOf(dataDir, environment),
        '--environment',
        environment,
        '--port',
        `${port}`,
      ]
      const process = startHub(args)
      const started: Run = { process, ended: over.promise, since: null, addresses: [] }
      run = started
      let text = ''
      process.onLine((line, isForPeople) => {
        if (!isForPeople) heardReady(started, line, environment)
        // Lines of the log are JSON.
        else if (!line.startsWith('{')) text = line.slice(0, 500)
      })
      process.onEnd((code) => {
        over.resolve()
        ended(started, code, text)
      })
    } catch (error) {
      failure = { reason: 'ended', text: error instanceof Error ? error.message : String(error), port }
      log.error({ err: error }, 'the hub on this computer could not be started')
    }
  }
  const end = async (): Promise<void> => {
    cancel()
    const running = run
    if (!running) return
    running.process.end()
    const giveUp = clock.after(endMs, () => running.process.kill())
    await running.ended
    giveUp()
  }
  const viewOf = (said: AdminState | null): ThisComputer => ({
    state:
      startHub === undefined
        ? 'impossible'
        : wanted === null
          ? 'off'
          : run?.since != null
            ? 'on'
            : failure
              ? 'failed'
              : 'starting',
    environment: wanted,
    since: run?.since ?? null,
    addresses: run?.addresses ?? [],
    own: admin && ownAddress(admin),
    code: said?.code ?? null,
    codeUntil: said?.codeUntil ?? null,
    words: admin?.words ?? null,
    sheet: said?.sheet ?? null,
    deputy: said?.deputy ?? null,
    replaced: said?.replaced ?? null,
    failure: wanted === null ? null : failure,
  })
  const start = (environment: Environment): void => {
    wanted = environment
    failure = null
    pause = pauseMs
    cancel()
    kept.set(JSON.stringify({ environment }))
    begin()
  }
  begin()
  return {
    state: async () => viewOf((await admin?.state()) ?? null),
    start,
    takeOver: async (asked) => {
      const { environment } = asked.escrow
      const folder = join(folderOf(dataDir, environment), 'hub')
      const secrets = secretsIn(folder)
      const here = await secrets.get(doorKey)
      // With the secret there, neither that hub nor this one would start.
      if (here !== null && here !== asked.escrow.doorKey) return folder
      makeFolder(folder, 1)
      await secrets.set(takeOverSecret, JSON.stringify(asked))
      chmodSync(folder, 0o711)
      start(environment)
      return null
    },
    stop: async () => {
      wanted = null
      failure = null
      kept.set(JSON.stringify({ environment: null }))
      await end()
    },
    newCode: async () => viewOf((await admin?.newCode()) ?? null),
    recovery: async () => {
      const said = await admin?.state()
      const code = await admin?.recoveryCode()
      return admin && said && code ? { code, words: admin.words, backups: said.backups.folder } : null
    },
    sheetPrinted: async (who) => viewOf((await admin?.sheetPrinted(who)) ?? null),
    close: async () => {
      isClosed = true
      await end()
    },
  }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
