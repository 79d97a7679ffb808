/** A branch for the tests of its signer: tills that sell and send nothing, and a signer with the branch's device. */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { type Fact, fact } from '../../../core/contract/hub/wire.ts'
import { install } from '../../../core/controlUnit/install.ts'
import { readFacts } from '../../../core/link/outbox.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { openProfile } from '../../../core/profile/openProfile.ts'
import type { Profile } from '../../../core/profile/profile.ts'
import { type Timing, timing } from '../../../core/queue/timing.ts'
import type { FactFrom, Origin, Taking } from '../../../core/signer/context.ts'
import { takeFacts } from '../../../core/signer/take.ts'
import { type Db, openDb } from '../../../db/engine/sqlite.ts'
import { updateItem } from '../../../db/profile/items.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'
import {
  openShop,
  quick,
  type Shop,
  type ShopOptions,
  type TestAuthority,
  taxpayer,
} from '../../support/shop.ts'

/** A uid that is the same wherever the text is. */
export const uidOf = (text: string): string => {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export interface TestTill extends Shop {
  /** A second connection to its database. */
  db: Db
  origin: Origin
  /** What its trail says after that number, as its link sends it. Items of one name are one item. */
  facts(after?: number): Fact[]
}

const nowhere = { url: 'http://127.0.0.1:9', tokenUrl: 'http://127.0.0.1:9' } as TestAuthority

export interface TillOptions extends ShopOptions {
  /** True: the hub's signer signs for it, and its callers may sell. */
  delegated?: boolean
}

/** A till of the branch, which sends nothing itself. */
export const openTill = async (
  name: string,
  { delegated = false, ...options }: TillOptions = {},
): Promise<TestTill> => {
  const shop = await openShop({ authority: nowhere, initialised: false, ...options })
  await shop.call('settings.save', { tillName: name })
  const origin = { uid: uidOf(`till ${name}`), name }
  if (delegated) {
    await shop.close()
    shop.tamper(`insert into hub_link (id, hub, pin, addresses, origin, name, branch, public_key, signs, paired_at)
      values (1, '${uidOf('hub')}', '', '["127.0.0.1:9"]', '${origin.uid}', '${name}', '00', '', 1, 1);
      insert into device (id, serial, sdc_id, mrc_no, initialised_at) values (1, 'KAU-00', '', '', 1)`)
    await shop.open()
  }
  return withTrail(shop, origin)
}

/** The shop with its trail, as its file is now. */
export const withTrail = (shop: Shop, origin: Origin): TestTill => {
  const db = openDb(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  onTestFinished(() => db.close())
  const shared = new Set<number>()
  return Object.assign(shop, {
    db,
    origin,
    facts: (after = 0): Fact[] => {
      for (const { id, name } of shop.read<{ id: number; name: string }>('select id, name from item')) {
        if (!shared.has(id)) updateItem(db, id, { uid: uidOf(name) })
        shared.add(id)
      }
      const facts: Fact[] = []
      for (let page = readFacts(db, after); page.length > 0; page = readFacts(db, facts.at(-1)?.seq ?? after))
        facts.push(...page)
      return facts.map((each) => fact.parse(JSON.parse(JSON.stringify(each))))
    },
  })
}

/** Facts as a signer takes them. */
export const from = (till: TestTill, facts: readonly Fact[]): FactFrom[] =>
  facts.map((each) => ({ from: till.origin, fact: each }))

export interface TestTaker {
  profile: Profile
  taking(): Taking
  /** Takes what the tills have. */
  take(...tills: TestTill[]): void
  /** Nothing waits but what a person must see to. */
  settled(): Promise<void>
  read<R>(sql: string): R[]
  stop(): Promise<void>
  log: ReturnType<typeof memoryLog>
  folder: string
}

export interface TakerOptions {
  authority: TestAuthority
  /** Of an earlier signer; absent: a new one. */
  folder?: string
  timing?: Partial<Timing>
  serial?: string
  /** Its branch; absent: 00. */
  branch?: string
}

/** A profile that takes facts, without a hub. */
export const openTaker = async (options: TakerOptions): Promise<TestTaker> => {
  const folder = options.folder ?? temporaryFolder().path
  const log = memoryLog()
  const profile = await openProfile({
    dataDir: folder,
    row: {
      id: '00000000-0000-4000-8000-00000000000a',
      name: 'Signer 00',
      environment: 'sandbox',
      practice: 0,
      authority_url: options.authority.url,
      dialect: 'legacy',
      taxpayer_pin: taxpayer,
      branch_id: options.branch ?? '00',
      device_serial: options.serial ?? `KAU-${options.branch ?? '00'}`,
      token_url: null,
      apigee_app_id: null,
      created_at: Date.now(),
    },
    known: options.folder !== undefined,
    ports: nodePorts(folder, log),
    timing: { ...timing, ...quick, ...options.timing },
    timeouts: { connectMs: 2_000, answerMs: 2_000 },
    emit: () => undefined,
  })
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await profile.stop()
    await profile.close()
  }
  onTestFinished(stop)
  const installed = await install(profile, null)
  if (!installed.ok) throw new Error(JSON.stringify(installed.error))
  const read: TestTaker['read'] = (sql) => profile.db.all({ sql, parameters: [] } as never)
  const taking: TestTaker['taking'] = () => ({
    db: profile.db,
    clock: profile.ports.clock,
    ids: profile.ports.ids,
    present: profile,
    log,
    emit: profile.emit,
    known: () => ({}),
    hubBefore: () => ({ before: 0, parent: null, heirs: [] }),
    wants: () => undefined,
    parentOf: () => null,
  })
  return {
    profile,
    log,
    folder,
    read,
    taking,
    take: (...tills) => {
      for (const till of tills) {
        const [place] = read<{ seq: number }>(`select seq from taken_from where uid = '${till.origin.uid}'`)
        takeFacts(taking(), from(till, till.facts(place?.seq ?? 0)))
      }
      profile.submitter.wake()
    },
    settled: () =>
      vi.waitFor(
        () => {
          const waiting = read(
            `select title, state, last_text from submission where state in ('queued', 'sending', 'unknown') and blockers = 0`,
          )
          if (waiting.length > 0) throw new Error(JSON.stringify(waiting.slice(0, 5)))
        },
        { timeout: 60_000, interval: 20 },
      ),
    stop,
  }
}
