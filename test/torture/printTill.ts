/**
 * A till that sells and prints until it is killed: started by `print.ts`, which tells it the printer and what is left.
 * It writes each sale that the core has confirmed to be printed, one line each.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { PrintContent } from '../../core/printing/direct/content.ts'
import { directPrinters } from '../../core/printing/direct/directPrinters.ts'
import { printTiming } from '../../core/printing/direct/timing.ts'
import { layOut } from '../../core/printing/render/layout.ts'
import { openSmallTill, until } from './smallTill.ts'

const [folder = '', url = '', connection = '', sales = '0'] = process.argv.slice(2)
const isQueue = JSON.parse(connection).kind === 'queue'
const floorMs = isQueue ? 2_000 : 400
const timing = { ...printTiming, floorMs, perByteMs: 0, retryMs: 20, retryCapMs: 50, stateMs: 200 }
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const direct = directPrinters(timing)
/** What the paper must show, while the job still has it. */
const sayText = (title: string) => {
  const [appId = ''] = readdirSync(join(folder, 'apps'))
  const db = new Sqlite(join(folder, 'apps', appId, 'till.db'), { readonly: true })
  const row = db.prepare("select content from print_job where title = ? and state = 'waiting'").get(title)
  db.close()
  const content = JSON.parse((row as { content: string }).content) as PrintContent
  if (content.kind !== 'paper') return
  const text = layOut(content.model, 32).flatMap((line) => {
    const words = line.kind === 'qr' ? line.url : line.text.trim()
    return words === '' ? [] : [words]
  })
  say({ text })
}
const till = await openSmallTill(
  folder,
  url,
  {},
  {},
  {
    direct: {
      ...direct,
      print: (job) => {
        sayText(job.title)
        return direct.print(job)
      },
    },
  },
  { ...timing, checkMs: isQueue ? 1_000 : 50 },
)
await till.unlock()
const ask = async <T>(name: string, input: unknown): Promise<T> => {
  const reply = await till.ask(name, input)
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
  return reply.data as T
}
const { printers } = await ask<{ printers: unknown[] }>('printer.state', {})
if (printers.length === 0) {
  await ask('printer.save', {
    name: 'Counter',
    connection: JSON.parse(connection),
    ...{ language: 'esc-pos', columns: 32, paper: '58mm', codePage: 'ascii', cut: true, qr: 'printer' },
    ...{ uses: ['receipts'], drawer: false, failover: null },
  })
  await ask('settings.save', { printer: { kind: 'direct' } })
}
const open = async () =>
  (await ask<{ open: { state: string }[] }>('printJob.list', {})).open.filter(
    ({ state }) => state !== 'unknown',
  )
say({ ready: true })
for (let sale = 0; sale < Number(sales); sale += 1) {
  // A queue takes longer than a sale, and a list of jobs has an end.
  if (isQueue) await until('the queue follows', async () => (await open()).length < 20, 60_000)
  const sold = await till.sell()
  if (!sold.ok) throw new Error(JSON.stringify(sold.error))
  const { invoiceId, number } = sold.data as { invoiceId: number; number: string }
  const { life } = await ask<{ life: string }>('receipt.print', { invoiceId, atOnce: true })
  say({ number, life })
}
await until('everything is printed', async () => (await open()).length === 0, 60_000)
say({ done: true })
await till.close()
