/** A branch for the tests of its signer: tills that sell and send nothing, and a signer with the branch's device. */
import { hash } from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import { type Fact, fact } from '../../../core/contract/hub/wire.ts'
import { install } from '../../../core/controlUnit/install.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { openProfile } from '../../../core/profile/openProfile.ts'
import type { Profile } from '../../../core/profile/profile.ts'
import { type Timing, timing } from '../../../core/queue/timing.ts'
import type { Origin, Taking } from '../../../core/signer/context.ts'
import type { ItemMaster } from '../../../core/signer/items.ts'
import type { OutcomeBody } from '../../../core/signer/outcomeBody.ts'
import { takeFacts } from '../../../core/signer/take.ts'
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

type Cell = string | number | null
type Row = Record<string, Cell>

/** A uid that is the same wherever the text is. */
export const uidOf = (text: string): string => {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export interface TestTill extends Shop {
  origin: Origin
  /** What its trail says after that number, as its link sends it. Items of one name are one item. */
  facts(after?: number): Fact[]
}

const nowhere = { url: 'http://127.0.0.1:9', tokenUrl: 'http://127.0.0.1:9' } as TestAuthority

/** A till of the branch, which sends nothing itself. */
export const openTill = async (name: string, options: ShopOptions = {}): Promise<TestTill> => {
  const shop = await openShop({ authority: nowhere, initialised: false, ...options })
  await shop.call('settings.save', { tillName: name })
  const itemUid = (id: number) =>
    uidOf(shop.read<{ name: string }>(`select name from item where id = ${id}`)[0]!.name)
  const rowsOf = (sql: string) => shop.read<Row>(sql)
  const submissions = (where: string): Row[] =>
    shop.rows(where).map(({ packed: _, ...row }) => row as unknown as Row)
  const documentOf = (kind: string, id: number) => {
    if (kind === 'sale' || kind === 'creditNote')
      return {
        row: rowsOf(`select * from invoice where id = ${id}`)[0]!,
        lines: rowsOf(`select * from invoice_line where invoice_id = ${id} order by position`),
        tenders: rowsOf(`select * from invoice_tender where invoice_id = ${id} order by position`),
        submissions: submissions(`invoice_id = ${id}`),
      }
    if (kind === 'stockRecord')
      return {
        row: rowsOf(`select * from stock_record where id = ${id}`)[0]!,
        movements: rowsOf(`select * from movement where stock_record_id = ${id} order by id`),
        submissions: submissions(`stock_record_id = ${id}`),
      }
    return null
  }
  const itemsIn = (rows: ReturnType<typeof documentOf>): number[] => {
    const sent = (rows?.submissions ?? []).flatMap(
      ({ payload }) => (JSON.parse(String(payload)).lines ?? []) as { itemId: number }[],
    )
    const own = [...(rows?.lines ?? []), ...(rows?.movements ?? [])].flatMap(({ item_id }) =>
      typeof item_id === 'number' ? [item_id] : [],
    )
    return [...new Set([...own, ...sent.map(({ itemId }) => itemId)])]
  }
  return Object.assign(shop, {
    origin: { uid: uidOf(`till ${name}`), name },
    facts: (after = 0): Fact[] =>
      shop.read<Row>(`select * from audit where seq > ${after} order by seq`).map(({ row_id, ...row }) => {
        const rows = row_id === null ? null : documentOf(String(row['kind']), Number(row_id))
        return fact.parse({
          ...row,
          v: 1,
          rowId: row_id,
          rows,
          uids: {
            items: Object.fromEntries(itemsIn(rows).map((id) => [id, itemUid(id)])),
            customers: {},
          },
        })
      }),
  })
}

export interface TestSigner {
  profile: Profile
  taking(known?: Partial<Pick<Taking, 'masters' | 'outcomes'>>): Taking
  /** Takes what the tills have. */
  take(...tills: TestTill[]): void
  /** Nothing waits but what a person must see to. */
  settled(): Promise<void>
  read<R>(sql: string): R[]
  stop(): Promise<void>
  log: ReturnType<typeof memoryLog>
  folder: string
}

export interface SignerOptions {
  authority: TestAuthority
  /** Of an earlier signer; absent: a new one. */
  folder?: string
  timing?: Partial<Timing>
  serial?: string
}

export const openSigner = async (options: SignerOptions): Promise<TestSigner> => {
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
      branch_id: '00',
      device_serial: options.serial ?? 'KAU-00',
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
  const read: TestSigner['read'] = (sql) => profile.db.all({ sql, parameters: [] } as never)
  const taking: TestSigner['taking'] = (known) => ({
    db: profile.db,
    clock: profile.ports.clock,
    log,
    emit: profile.emit,
    masters: new Map<string, ItemMaster>(),
    outcomes: new Map<number, OutcomeBody>(),
    ...known,
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
        takeFacts(taking(), till.origin, till.facts(place?.seq ?? 0))
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
