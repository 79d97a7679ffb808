/**
 * The database or the journal of a closed till is changed, in bytes and in single rows: `node bytes.ts FOLDER ROUNDS SEED`.
 * The next start has all acknowledged sales, or shows that something may be missing; the authority hears of nothing
 * but what was sold. TORTURE_BUG plants one of `bugs.ts`, to see that this finds it; then it stops at the first find.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Log, Ports } from '../../core/base/ports.ts'
import { systemClock } from '../../core/platform/nodePorts.ts'
import { type Places, placesOf } from '../../core/recovery/files.ts'
import { type Finding, findingsOf } from '../../core/recovery/findings.ts'
import { segmentFile, segmentsIn } from '../../db/journal/lines.ts'
import { pack, whole as payloadOf } from '../../db/profile/payloads.ts'
import { createRandom } from '../simulation/random.ts'
import type { Sent } from './kept.ts'
import { quiet } from './shop.ts'
import { freePort, openSmallTill, type SmallTill, startAuthority, until } from './smallTill.ts'

const [folder = '', rounds = '10', seed = '1'] = process.argv.slice(2)
const random = createRandom(Number(seed))
const planted = process.env['TORTURE_BUG'] !== undefined
const data = join(folder, 'data')
const template = join(folder, 'template')
const whole = join(folder, 'whole')
const authorityFile = join(folder, 'authority.db')

/** The result of the comparison with the copies, which is due at once. */
let compared = 0
const heard = (_: unknown, message?: string): void => {
  if (/compared with its copies|nothing was compared/.test(message ?? '')) compared += 1
}
const log: Log = { ...quiet, info: heard, warn: heard, error: heard } as Log
const ports: Partial<Ports> = {
  log,
  clock: {
    ...systemClock,
    after: (ms, act) => systemClock.after(ms === 1_800_000 ? 100 : ms, act),
  },
}
const open = (url: string): Promise<SmallTill> => openSmallTill(data, url, {}, {}, ports)

// --- damage -----------------------------------------------------------------------------------------------------------

const flip = (file: string, at: number): void => {
  const content = readFileSync(file)
  content[at] = (content[at] ?? 0) ^ random.between(1, 255)
  writeFileSync(file, content)
}
const flipAny = (file: string): void => {
  const { length } = readFileSync(file)
  for (let count = random.between(1, 6); count > 0 && length > 0; count -= 1)
    flip(file, random.between(0, length - 1))
}
const lastSegment = ({ journal }: Places): string => segmentFile(journal, segmentsIn(journal).at(-1) ?? 0)
/** One byte of a line that is not the last. */
const flipLine = (places: Places): void => {
  const file = lastSegment(places)
  const content = readFileSync(file)
  flip(file, random.between(100, content.lastIndexOf('\n', content.lastIndexOf('\n') - 1) - 1))
}
const loseLog = ({ file }: Places): void => {
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
}

interface Change {
  table: string
  column: string
  to: string
  /** The column that identifies a row; absent: `id`. */
  key?: string
  only?: string
}
const changes: Change[] = [
  { table: 'submission', column: 'packed', to: 'ninefold(packed)', only: "state <> 'accepted'" },
  { table: 'submission', column: 'amount', to: 'amount + 100' },
  {
    table: 'submission',
    column: 'state',
    to: "case state when 'accepted' then 'refused' else 'withdrawn' end",
  },
  { table: 'invoice', column: 'total', to: 'total + 100' },
  { table: 'invoice_line', column: 'quantity', to: 'quantity + 100', key: 'invoice_id' },
  { table: 'invoice_tender', column: 'amount', to: 'amount + 100', key: 'invoice_id' },
  { table: 'item', column: 'price', to: 'price + 100' },
]
/** A payload with more goods, which SQL alone cannot make because payloads are compressed. */
const ninefold = (packed: Uint8Array): Buffer => {
  const { payload } = payloadOf({ payload: '', packed })
  return pack({ kind: 'sale', payload: payload.replaceAll('"quantity":100', '"quantity":900') }).packed
}
/** As somebody does it who has a program for it: what protects a row keeps nobody out who owns the file. */
const changeRow = ({ file }: Places): string => {
  const { table, column, to, key = 'id', only = 'true' } = random.pick([changes[0] as Change, ...changes])
  const db = new Sqlite(file)
  try {
    db.function('ninefold', ninefold)
    const id = random.pick(
      db.prepare(`select ${key} from ${table} where ${only} and ${column} <> ${to}`).pluck().all(),
    )
    db.exec("insert into repair (aside) values ('x')")
    db.prepare(`update ${table} set ${column} = ${to} where ${key} = ?`).run(id)
    db.exec('delete from repair')
    return `${table}.${column} of ${id}`
  } finally {
    db.close()
  }
}

/** Answers which row was changed, where one was: SQLite itself sees nothing of it. */
const damages: Record<string, (places: Places) => string | undefined> = {
  bytes: ({ file }) => void flipAny(file),
  log: ({ file }) => void (existsSync(`${file}-wal`) && flipAny(`${file}-wal`)),
  journal: (places) => void flipLine(places),
  journalWithoutLog: (places) => {
    flipLine(places)
    loseLog(places)
    return undefined
  },
  row: changeRow,
}

// --- after it -----------------------------------------------------------------------------------------------------------

const documents = ['invoice', 'invoice_line', 'invoice_tender'] as const
const contentIn = (file: string): { numbers: string[]; rows: string[] } => {
  const db = new Sqlite(file, { readonly: true })
  try {
    const payloads = "select id, kind, invoice_id, amount, digest from submission where kind = 'sale'"
    const read = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => JSON.stringify(row))
    return {
      numbers: db.prepare('select number from invoice').pluck().all() as string[],
      rows: [
        ...documents.flatMap((table) => read(`select '${table}' as at, * from ${table}`)),
        ...read(payloads),
      ],
    }
  } finally {
    db.close()
  }
}

/** Numbers of what was acknowledged, with the amount in cents. */
type Sold = Map<string, number>

const counts = { rounds: 0, acknowledged: 0, changedRows: 0, reported: 0 }
const wrong: string[] = []

const evidenceIn = ({ aside }: Finding): string =>
  aside !== null && existsSync(join(aside, 'rows.json')) ? readFileSync(join(aside, 'rows.json'), 'utf8') : ''

const check = (
  places: Places,
  sold: Sold,
  before: string[],
  row: string | undefined,
  sales: Sent[],
): string[] => {
  const found: string[] = []
  const findings = findingsOf(places)
  const isReported = findings.some(({ complete }) => !complete)
  counts.reported += findings.length > 0 ? 1 : 0
  const { numbers, rows } = contentIn(places.file)
  const lost = [...sold.keys()].filter((number) => !numbers.includes(number))
  const here = new Set(rows)
  const gone = before.filter((each) => !here.has(each))
  if (lost.length > 0 && !isReported)
    found.push(`${lost.length} acknowledged sales are lost, and no finding says so`)
  if (gone.length > 0 && !isReported)
    found.push(`${gone.length} rows are not as they were, the first ${gone[0]}`)
  if (row !== undefined) {
    const changed = findings.find(({ cause }) => cause === 'changed')
    const table = row.slice(0, row.indexOf('.'))
    if (!changed) found.push('a changed row was not found')
    else if (!evidenceIn(changed).includes(`"table": "${table}"`)) found.push('what was there is not kept')
    if (gone.length > 0) found.push('a proven row was not put back')
  }
  const sent = sales.map(({ request }) => request.trdInvcNo)
  if (new Set(sent).size !== sent.length) found.push('the authority has a sale twice')
  for (const { request } of sales) {
    const amount = sold.get(request.trdInvcNo)
    if (amount === undefined) found.push(`the authority has ${request.trdInvcNo}, which was never sold`)
    else if (Math.round(request.totAmt * 100) !== amount)
      found.push(`the authority has ${request.trdInvcNo} with another amount`)
  }
  const unsent = [...sold.keys()].filter((number) => !sent.includes(number))
  if (unsent.length > 0 && !isReported) found.push(`${unsent.length} sales are not at the authority`)
  return found
}

const sell = async (till: SmallTill, sold: Sold): Promise<void> => {
  const reply = await till.sell()
  if (!reply.ok) throw new Error(`refused with ${JSON.stringify(reply.error)}`)
  sold.set((reply.data as { number: string }).number, 10_000)
}

const round = async (port: number, templateSold: Sold): Promise<void> => {
  rmSync(data, { recursive: true, force: true })
  cpSync(template, data, { recursive: true })
  cpSync(authorityFile, `${authorityFile}.round`)
  const sold: Sold = new Map(templateSold)
  let done = ''
  let authority = await startAuthority(`${authorityFile}.round`, port)
  let till: SmallTill | undefined
  try {
    const first = await open(authority.url)
    till = first
    await until('somebody can unlock it', first.unlock)
    for (let count = random.between(1, 3); count > 0; count -= 1) await sell(first, sold)
    await until('all is sent', async () => (await first.waiting()) === 0)
    if (random.chance(0.3)) await first.ask('backup.make', {})
    await authority.close()
    for (let count = random.between(1, 3); count > 0; count -= 1) await sell(first, sold)
    const places = placesOf(data, first.host.profiles()[0]?.id ?? '')
    const isKilled = random.chance(0.6)
    rmSync(whole, { recursive: true, force: true })
    if (isKilled) cpSync(data, whole, { recursive: true })
    await first.close()
    till = undefined
    if (isKilled) {
      rmSync(data, { recursive: true })
      cpSync(whole, data, { recursive: true })
    }
    const before = contentIn(places.file).rows
    const kind = random.pick(['row', ...Object.keys(damages)])
    const row = damages[kind]?.(places)
    done = row ?? kind
    counts.changedRows += row === undefined ? 0 : 1
    authority = await startAuthority(`${authorityFile}.round`, port)
    compared = 0
    const back = await open(authority.url)
    till = back
    await until('somebody can unlock it', back.unlock)
    await until('it was compared with its copies', () => compared > 0)
    await until('all is sent', async () => (await back.waiting()) === 0)
    await sell(back, sold)
    await until('all is sent', async () => (await back.waiting()) === 0)
    const { sales } = await authority.control<{ sales: Sent[] }>('GET', '/ledger')
    await back.close()
    till = undefined
    wrong.push(...check(places, sold, before, row, sales).map((words) => `${done}: ${words}`))
    counts.acknowledged += sold.size
  } catch (error) {
    wrong.push(`${done}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await till?.close().catch(() => undefined)
    await authority.close().catch(() => undefined)
    counts.rounds += 1
  }
}

const port = await freePort()
const authority = await startAuthority(authorityFile, port)
const till = await openSmallTill(template, authority.url)
const sold: Sold = new Map()
await until('somebody can unlock it', till.unlock)
for (let count = 0; count < 4; count += 1) await sell(till, sold)
await until('the template is sent', async () => (await till.waiting()) === 0)
await till.ask('backup.make', {})
await till.close()
await authority.close()
for (let index = 0; index < Number(rounds); index += 1) {
  await round(port, sold)
  if (planted && wrong.length > 0) break
}
console.log(JSON.stringify({ ...counts, wrong }))
process.exit(0)
