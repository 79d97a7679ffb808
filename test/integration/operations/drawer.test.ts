/** The cash drawer on a printer: each act that opens it opens it once, and none opens it later. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shippedTenders } from '../../../core/fiscal/shopTenders.ts'
import { directPrinters } from '../../../core/printing/direct/directPrinters.ts'
import { printTiming } from '../../../core/printing/direct/timing.ts'
import { startPaperPrinter } from '../../support/paper/printer.ts'
import { newRequest, startShop } from './shop.ts'

const quick = { ...printTiming, connectMs: 2_000, stateMs: 1_000, retryMs: 30, retryCapMs: 60, checkMs: 50 }

const startCounter = async () => {
  const shop = await startShop({ ports: { direct: directPrinters(quick) }, timing: { direct: quick } })
  const printer = await startPaperPrinter()
  onTestFinished(() => printer.close())
  await shop.ok('printer.save', {
    name: 'Counter',
    connection: { kind: 'network', host: '127.0.0.1', port: printer.port },
    language: 'esc-pos',
    columns: 48,
    paper: '80mm',
    codePage: 'ascii',
    cut: true,
    qr: 'printer',
    uses: ['receipts'],
    drawer: true,
    failover: null,
  })
  const item = await shop.stocked({ onHand: 1_000_00, name: 'Unga wa ugali' })
  const requestId = newRequest()
  const { number } = await shop.ok('shift.open', { sum: 500_00, requestId } as never)
  const ended = async () => {
    const { ended: over } = await shop.ok('printJob.list')
    return over.filter(({ what }) => what === 'pulse')
  }
  return { shop, printer, item, shift: number, ended }
}

test('pulses equal the acts that open the drawer', async () => {
  const { shop, printer, item, shift, ended } = await startCounter()
  const lines = [{ item, quantity: 100 }]
  const price = item.price
  const cashBy = async (kind: 'payIn' | 'payOut' | 'noSale' | 'drop', amount?: number) => {
    const request = { number: shift, kind, reason: 'other', note: 'test', requestId: newRequest(), amount }
    await shop.ok('shift.addCash', request as never)
    // A lost answer: the same request is the same act.
    await shop.ok('shift.addCash', request as never)
  }
  const mpesa = { method: '06', amount: price, reference: 'TKN1234567' }
  let acts = 0
  const opens = async (count: number, act: () => Promise<unknown>) => {
    await act()
    acts += count
    await vi.waitFor(async () => expect(await ended()).toHaveLength(acts), { timeout: 20_000, interval: 15 })
  }
  const requestId = newRequest()
  const sold = await shop.sell(lines, { requestId })
  await opens(1, async () => sold)
  await opens(0, () => shop.sell(lines, { requestId }))
  await opens(0, () => shop.sell(lines, { tenders: [mpesa] }))
  await opens(1, () => cashBy('payIn', 100_00))
  await opens(1, () => cashBy('payOut', 50_00))
  await opens(1, () => cashBy('noSale'))
  await opens(1, () => cashBy('drop', 20_00))
  await shop.settled()
  await opens(1, () =>
    shop.ok('invoice.credit', { id: sold.invoiceId, reason: '06', requestId: newRequest() }),
  )
  // The owner lets M-PESA open it too, for the slips in it.
  const tenders = shippedTenders.map((each) => ({ ...each, opensDrawer: each.id === 'mobileMoney' }))
  await shop.ok('settings.save', { tenders })
  await opens(1, () => shop.sell(lines, { tenders: [{ ...mpesa, reference: 'TKN1234568' }] }))
  await opens(0, () => shop.sell(lines))
  expect(printer.decoder.pulses).toBe(acts)
  expect(new Set((await ended()).map(({ state }) => state))).toEqual(new Set(['printed']))
})

test('a drawer that cannot open now stays shut, and the sale is kept', async () => {
  const { shop, printer, item, ended } = await startCounter()
  await printer.off()
  // A disk that refuses the end of the late pulse must not keep the till busy with it.
  const file = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  onTestFinished(() => void file.close())
  file.exec(
    "create trigger full before update of ended_at on print_job begin select raise(abort, 'full'); end",
  )
  await shop.sell([{ item, quantity: 100 }])
  const refused = () => shop.log.lines.map(({ message }) => message)
  await vi.waitFor(() => expect(refused()).toContain('the outcome of a print could not be stored'), {
    timeout: 20_000,
    interval: 15,
  })
  file.exec('drop trigger full')
  await vi.waitFor(async () => expect(await ended()).toMatchObject([{ state: 'failed', reason: 'late' }]), {
    timeout: 20_000,
    interval: 15,
  })
  await printer.on()
  const state = async () => (await shop.ok('printer.state')).printers[0]?.trouble
  await vi.waitFor(async () => expect(await state()).toBeNull(), { timeout: 20_000, interval: 15 })
  expect(printer.decoder.pulses).toBe(0)
})
