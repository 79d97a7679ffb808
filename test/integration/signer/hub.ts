/** A hub's database for tests of signers, and its tills as the hub has them. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { OutcomeBody } from '../../../core/contract/hub/outcome.ts'
import { install } from '../../../core/controlUnit/install.ts'
import { applyOutcome } from '../../../core/link/outcomes.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { type Timing, timing } from '../../../core/queue/timing.ts'
import type { SeatTiming } from '../../../core/signer/seat.ts'
import { openSigner, type Signer } from '../../../core/signer/signer.ts'
import { delegate } from '../../../db/hub/devices.ts'
import { stampHub } from '../../../db/hub/door.ts'
import { type HubDb, openHubDb } from '../../../db/hub/postgres.ts'
import type { Programs } from '../../../db/hub/programs.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { memoryLog } from '../../support/server.ts'
import { quick, type TestAuthority, taxpayer } from '../../support/shop.ts'
import type { TestTill } from './branch.ts'

export interface TestHub {
  db: HubDb
  url: string
  branch: number
  /** The hub has everything of these tills' trails now. */
  heard(...tills: TestTill[]): Promise<void>
  tills: Map<string, TestTill>
  /** It was put back from a copy of before the till was paired. */
  lose(till: TestTill): Promise<void>
  outcomes(till: TestTill): Promise<Map<number, OutcomeBody>>
  /** The till hears of its outcomes. */
  tell(till: TestTill): Promise<void>
}

export const openTestHub = async (programs: Programs): Promise<TestHub> => {
  const { url, drop } = await freshDatabase(programs)
  const db = openHubDb(url, () => undefined, 4)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  await stampHub(db, { id: randomUUID(), environment: 'sandbox', made_at: 1 })
  const { id: branch } = await db
    .insertInto('branch')
    .values({ pin: taxpayer, code: '00' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tills = new Map<string, TestTill>()
  const outcomes: TestHub['outcomes'] = async ({ origin }) => {
    const rows = await db
      .selectFrom('outcome')
      .innerJoin('origin', 'origin.id', 'outcome.origin')
      .select(['outcome.seq', 'outcome.body'])
      .where('origin.uid', '=', origin.uid)
      .orderBy('outcome.seq')
      .execute()
    return new Map(rows.map(({ seq, body }) => [seq, JSON.parse(body)]))
  }
  return {
    db,
    outcomes,
    tell: async (till) => {
      const told = await outcomes(till)
      till.db.transaction(() => {
        for (const [seq, body] of told) applyOutcome({ db: till.db, now: Date.now }, { seq, body }, [])
      })
    },
    url,
    branch,
    tills,
    lose: async ({ origin: { uid } }) => {
      tills.delete(uid)
      for (const table of ['delegation', 'outcome', 'sending'] as const)
        await db
          .deleteFrom(table)
          .where('origin', 'in', db.selectFrom('origin').select('id').where('uid', '=', uid))
          .execute()
      await db.deleteFrom('origin').where('uid', '=', uid).execute()
    },
    heard: async (...heard) => {
      for (const till of heard) {
        const { uid, name } = till.origin
        const now = Date.now()
        const last = till.facts().at(-1)
        const place = { acked_seq: last?.seq ?? 0, acked_hash: last?.hash ?? '', seen_at: now }
        await db
          .insertInto('origin')
          .values({ uid, name, kind: 'till', branch, made_at: now, ...place, revoked_at: null } as never)
          .onConflict((conflict) => conflict.column('uid').doUpdateSet(place))
          .execute()
        if (!tills.has(uid)) await delegate(db, uid, { since: 0, now })
        tills.set(uid, till)
      }
    },
  }
}

export interface TestSigner extends Signer {
  folder: string
  log: ReturnType<typeof memoryLog>
  read<R>(sql: string): R[]
}

export interface TestSignerOptions {
  hub: TestHub
  authority: TestAuthority
  /** Of an earlier one. */
  folder?: string
  /** Whose device and key this one gets; absent: the authority is asked for a device. */
  deviceOf?: TestSigner
  seatTiming?: Partial<SeatTiming>
  timing?: Partial<Timing>
  /** Another connection to the hub's database. */
  db?: HubDb
  awaitsTills?(): boolean
}

const id = '00000000-0000-4000-8000-00000000000a'

export const openTestSigner = async (options: TestSignerOptions): Promise<TestSigner> => {
  const folder = options.folder ?? temporaryFolder().path
  const log = memoryLog()
  const { hub } = options
  const signer = await openSigner({
    hub: options.db ?? hub.db,
    branch: hub.branch,
    factsOf: async (uid, after, limit) => hub.tills.get(uid)?.facts(after).slice(0, limit) ?? [],
    seatTiming: {
      freshMs: 20,
      silenceMs: 400,
      againMs: 20,
      requestMs: 200,
      ...options.seatTiming,
    },
    ...(options.awaitsTills && { awaitsTills: options.awaitsTills }),
    dataDir: folder,
    row: {
      id,
      name: 'Signer 00',
      environment: 'sandbox',
      practice: 0,
      authority_url: options.authority.url,
      dialect: 'legacy',
      taxpayer_pin: taxpayer,
      branch_id: '00',
      device_serial: 'KAU-00',
      token_url: null,
      apigee_app_id: null,
      created_at: Date.now(),
    },
    known: options.folder !== undefined,
    ports: nodePorts(folder, log),
    timing: { ...timing, ...quick, ...options.timing },
    timeouts: { connectMs: 2_000, answerMs: 2_000 },
  })
  let closed = false
  const close = async () => {
    if (!closed) await signer.close()
    closed = true
  }
  onTestFinished(close)
  if (options.deviceOf) await giveDevice(options.deviceOf, signer)
  else {
    const installed = await install(signer.profile, null)
    if (!installed.ok) throw new Error(JSON.stringify(installed.error))
  }
  signer.profile.submitter.wake()
  return {
    ...signer,
    close,
    folder,
    log,
    read: (sql) => signer.profile.db.all({ sql, parameters: [] } as never),
  }
}

/** The device's key and rows, as a hand-over brings them. */
const giveDevice = async (from: TestSigner, to: Signer): Promise<void> => {
  const { findIdentity, keepIdentity, takeOver } = await import('../../../core/controlUnit/identity.ts')
  const identity = await findIdentity(from.profile)
  if (!identity) throw new Error('There is no device')
  await keepIdentity(to.profile, identity)
  await takeOver(to.profile, identity, { who: 'test', act: 'restored' })
}
