/** Signers of a branch: computers of which each has a folder, and at most one process on it. */
import { join } from 'node:path'
import type { Ids, Log, Ports, Secrets } from '../../../core/base/ports.ts'
import { finishInstallation } from '../../../core/controlUnit/install.ts'
import { factsForSigner } from '../../../core/hub/signers.ts'
import { timing } from '../../../core/queue/timing.ts'
import { openSigner, type Signer, type SignerOptions } from '../../../core/signer/signer.ts'
import { runTask } from '../../../core/worker/tasks.ts'
import { makeFolder } from '../../../db/engine/makeFolder.ts'
import type { OpenDb } from '../../../db/engine/sqlite.ts'
import { openHubDb } from '../../../db/hub/postgres.ts'
import { isOfTheDisk } from '../disk.ts'
import type { Network } from '../network.ts'
import type { SimulatedProfile } from '../profiles.ts'
import { type Time, tillClock } from '../time.ts'
import { dropConnections, finish, setDeaf } from './settle.ts'

export interface SignerSide {
  /** Of the hub's present epoch. */
  folder(): string
  running(): boolean
  signer(): Signer | undefined
  /** Its database, for looking. */
  db(): OpenDb
  /** The process begins. */
  start(): Promise<void>
  /** The process ends where it stands. */
  kill(): Promise<void>
  /** The process ends in order. */
  stop(): Promise<void>
  /** It cannot reach the hub's database, or can again. */
  deaf(isDeaf: boolean): void
}

export interface SignerSideOptions {
  name: string
  folder: string
  time: Time
  ids: Ids
  secrets: Secrets
  profile: SimulatedProfile
  network: Network
  branch: number
  url(): string
  /** Of the hub. */
  epoch(): number
  placeOf: SignerOptions['placeOf'] & object
  /** Tills may read something new. */
  told(): void
  broken(rule: string): void
}

const printing = { ok: false, reason: 'none' } as const

export const createSignerSide = (options: SignerSideOptions): SignerSide => {
  const { name, time, ids, secrets, profile, network, branch, url, epoch } = options
  const { placeOf, told, broken } = options
  let life = 0
  let open: Signer | undefined
  let isOpening = false
  const processName = () => `signer ${name} ${life}`
  const folder = () => `${options.folder} ${epoch()}`
  const portsOf = (own: number): Ports => {
    const alive = () => own === life
    const quiet = () => undefined
    const severe = (fields: object, message: string) => {
      const { err } = fields as { err?: Error }
      if (
        alive() &&
        message !== 'another signer signs for the branch; this one stops' &&
        !isOfTheDisk(String(err))
      )
        broken(`the signer ${name} says: ${message} ${String(err ?? '')}`)
    }
    const log: Log = { debug: quiet, info: quiet, warn: quiet, error: severe }
    return {
      ...{ secrets, ids, log },
      clock: tillClock(time, { computer: { skewMs: 0, started: { times: 1, at: 0 }, doubtMs: 0 }, alive }),
      volume: { freeBytes: () => 2 ** 40, freeBytesElsewhere: async () => 2 ** 40 },
      offThread: (task: never, ...args: never[]) => ({
        result: (runTask as (name: never, args: never) => Promise<unknown>)(task, args as never).then(
          (result) => (alive() ? (result as never) : new Promise<never>(quiet)),
        ),
        stop: async () => undefined,
      }),
      serialPorts: async () => [],
      weigh: async () => ({ is: 'silent' }),
      pole: { show: quiet, clear: quiet },
      viewer: { open: async () => false, copy: async () => false },
      direct: {} as Ports['direct'],
      printer: { print: async () => printing, pdf: async () => printing, list: async () => printing },
    } as unknown as Ports
  }
  const db = () => {
    if (!open) throw new Error('The signer is off')
    return open.profile.db as OpenDb
  }
  return {
    folder,
    running: () => open !== undefined,
    signer: () => open,
    db,
    start: async () => {
      if (open || isOpening) return
      isOpening = true
      life += 1
      const own = life
      makeFolder(folder(), 2)
      const hub = openHubDb(
        `${url()}?application_name=${encodeURIComponent(processName())}`,
        () => undefined,
        6,
      )
      try {
        const opened = await finish(
          openSigner({
            hub,
            branch,
            factsOf: (uid, after, limit) => factsForSigner(hub, uid, after, limit),
            told,
            placeOf,
            dataDir: folder(),
            hubEpoch: epoch(),
            row: profile.row,
            ports: portsOf(own),
            timing,
            transport: network.connect(() => own === life),
            syncFile: (_fd, done) => done(null),
          }),
        )
        await finish(finishInstallation(opened.profile))
        open = opened
      } catch {
        // The hub's database cannot be reached: the hub tries again.
        life += 1
        await dropConnections(processName())
      } finally {
        isOpening = false
      }
    },
    kill: async () => {
      const dying = open
      if (!dying) return
      open = undefined
      const dead = processName()
      life += 1
      network.forget()
      ;(dying.profile.db as OpenDb).close()
      await dropConnections(dead)
    },
    stop: async () => {
      const ending = open
      if (!ending) return
      open = undefined
      await finish(ending.close())
      const dead = processName()
      life += 1
      await dropConnections(dead)
    },
    deaf: (isDeaf) => setDeaf(processName(), isDeaf),
  }
}
export const signerFolder = (folder: string, name: string): string => join(folder, `signer-${name}`)
