/** Direct printers: real sockets and paper, and what becomes of each print job when they fail. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '../../../core/contract/index.ts'
import type { PaperPrinter } from '../../support/paper/printer.ts'
import { linesOf } from '../../support/paper/sheet.ts'
import { savePrinter as save, shopWithPrinters, soon, startPrinter } from './printers.ts'
import { shared } from './shop.ts'

const counter = shared(shopWithPrinters)

/** A signed sale. */
const sold = async () => {
  const { shop, item } = counter()
  const sale = await shop.sell([{ item, quantity: 100 }])
  await shop.settled()
  return sale
}
const jobs = async (): Promise<OutputOf<'printJob.list'>['open']> => {
  const { open, ended } = await counter().shop.ok('printJob.list')
  return [...open, ...ended]
}
const jobIs = async (id: number | null, state: string, reason: string | null = null) => {
  await soon(async () => {
    const job = (await jobs()).find((each) => each.id === id)
    expect(job).toMatchObject({ state, reason })
  })
}
/** The documents whose whole receipt is on paper, in the order of the paper. */
const numbersOn = (printer: PaperPrinter): string[] =>
  printer.sheets.flatMap((sheet) =>
    sheet.isCut
      ? [
          linesOf(sheet)
            .find((line) => /T1-\d+/.test(line))
            ?.match(/T1-\d+/)?.[0] ?? '',
        ]
      : [],
  )

beforeEach(async () => {
  const { shop } = counter()
  for (const job of (await shop.ok('printJob.list')).open) {
    if (job.state === 'unknown') await shop.ok('printJob.answer', { id: job.id, printed: true })
    else if (job.state === 'waiting') await shop.ok('printJob.cancel', { id: job.id })
  }
  for (const { id } of (await shop.ok('printer.state')).printers) await shop.ok('printer.remove', { id })
})

test('a receipt is stored, printed once, and a copy afterwards', async () => {
  const { shop } = counter()
  const printer = await startPrinter()
  await save(shop, printer)
  const { invoiceId, number } = await sold()
  const print = await shop.ok('receipt.print', { invoiceId })
  expect(print).toMatchObject({ number, life: 'original', html: null, file: null })
  await jobIs(print.jobId, 'printed')
  expect(numbersOn(printer)).toEqual([number])
  expect(printer.decoder.unknown).toEqual([])
  expect(await shop.ok('receipt.print', { invoiceId })).toMatchObject({ life: 'copy', copyNumber: 1 })
  const stored = shop.read<{ content: string | null; sha256: string }>(
    shop.appId,
    `select content, sha256 from print_job where id = ${print.jobId}`,
  )
  expect(stored).toEqual([{ content: null, sha256: expect.stringMatching(/^[\da-f]{64}$/) }])
})

test('the paper of a receipt shows its signature, or that it awaits one; then the original follows', async () => {
  const { shop, item } = counter()
  const printer = await startPrinter()
  await save(shop, printer)
  const printNow = async (invoiceId: number) => {
    const { life, jobId } = await shop.ok('receipt.print', { invoiceId, atOnce: true })
    await jobIs(jobId, 'printed')
    const sheet = printer.sheets.filter(({ isCut }) => isCut).at(-1)
    const text = linesOf(sheet ?? { printed: [], isCut: false }).join('\n')
    return {
      life,
      signed: text.includes('Receipt Signature:'),
      awaits: text.includes('Saved here, awaiting'),
    }
  }
  const original = { life: 'original', signed: true, awaits: false }
  // The answer of the authority comes after the call.
  const slow = { kind: 'slow', ms: 300, times: 1, paths: ['/saveTrnsSalesOsdc'] }
  await shop.authority.control('PUT', 'faults', [slow])
  const first = await shop.sell([{ item, quantity: 100 }])
  expect(await printNow(first.invoiceId)).toEqual(original)

  await shop.authority.offline(true)
  await shop.sell([{ item, quantity: 100 }])
  await soon(async () => expect((await shop.ok('status.get')).reachable).toBe(false))
  const second = await shop.sell([{ item, quantity: 100 }])
  expect(await printNow(second.invoiceId)).toEqual({ life: 'awaiting', signed: false, awaits: true })
  await shop.authority.offline(false)
  await shop.settled()
  expect(await printNow(second.invoiceId)).toEqual(original)
})

test('a printer that is off gets its receipts later, in order, also after a restart', async () => {
  const { shop } = counter()
  const printer = await startPrinter()
  const { id } = await save(shop, printer)
  await printer.off()
  const sales = [await sold(), await sold(), await sold()]
  for (const { invoiceId } of sales) await shop.ok('receipt.print', { invoiceId })
  const state = async () => (await shop.ok('printer.state')).printers.find((each) => each.id === id)
  await soon(async () => expect(await state()).toMatchObject({ trouble: 'unreachable', waiting: 3 }))
  expect(await shop.fails('receipt.print', { invoiceId: sales[0]?.invoiceId })).toMatchObject({
    reason: 'receipt.waits',
  })
  await shop.restart()
  await shop.ok('session.unlock', {
    userId: (await shop.ok('workspace.state')).people[0]?.id,
    pin: '471362',
  } as never)
  await printer.on()
  await soon(() => expect(numbersOn(printer)).toEqual(sales.map(({ number }) => number)))
  await soon(async () => expect(await state()).toMatchObject({ trouble: null, waiting: 0 }))
})

test('a line that breaks makes the outcome unknown, and a person decides', async () => {
  const { shop } = counter()
  const printer = await startPrinter()
  await save(shop, printer)
  const [first, second] = [await sold(), await sold()]
  printer.faults = { cutAfter: 500 }
  const print = await shop.ok('receipt.print', { invoiceId: first.invoiceId })
  await jobIs(print.jobId, 'unknown', 'cut')
  // Others print meanwhile, and nothing prints the first again.
  const other = await shop.ok('receipt.print', { invoiceId: second.invoiceId })
  await jobIs(other.jobId, 'printed')
  expect(await shop.fails('receipt.print', { invoiceId: first.invoiceId })).toMatchObject({
    reason: 'receipt.unanswered',
    params: { printId: print.printId },
  })
  const { jobId } = await shop.ok('printJob.answer', { id: print.jobId ?? 0, printed: false })
  await jobIs(jobId, 'printed')
  const lives = shop.read(shop.appId, `select life, outcome from print where invoice_id = ${first.invoiceId}`)
  expect(lives).toEqual([
    { life: 'original', outcome: 'failed' },
    { life: 'original', outcome: 'printed' },
  ])
  expect(await shop.fails('printJob.answer', { id: print.jobId ?? 0, printed: true })).toMatchObject({
    reason: 'printJob.over',
  })
})

test('a receipt is whole after one whose line broke in the middle of a command', async () => {
  const { shop } = counter()
  const printer = await startPrinter()
  // Most of the bytes are the picture of the code.
  await save(shop, printer, { qr: 'image' })
  const [first, second] = [await sold(), await sold()]
  printer.faults = { cutAfter: 3_000 }
  await jobIs((await shop.ok('receipt.print', { invoiceId: first.invoiceId })).jobId, 'unknown', 'cut')
  await jobIs((await shop.ok('receipt.print', { invoiceId: second.invoiceId })).jobId, 'printed')
  const [broken = [], ...whole] = printer.sheets.flatMap(linesOf).join('\n').split('Mfano Traders')
  expect(broken).not.toContain(second.number)
  expect(whole.map((text) => text.includes(second.number))).toEqual([false, true])
})

test('a fourth print of an original takes an approval, and the question stays until then', async () => {
  const { shop } = counter()
  const printer = await startPrinter()
  await save(shop, printer)
  await shop.ok('user.save', { name: 'Asha', role: 'cashier', pin: '8642' })
  const { invoiceId } = await sold()
  const cashier = shop.window('window-2')
  const { people } = await shop.ok('workspace.state')
  const asha = people.find(({ name }) => name === 'Asha')
  await cashier.ok('session.unlock', { userId: asha?.id ?? '', pin: '8642' })
  printer.faults = { neverPrints: true }
  let jobId = (await cashier.ok('receipt.print', { invoiceId })).jobId
  for (const _ of [1, 2]) {
    await jobIs(jobId, 'unknown', 'unconfirmed')
    jobId = (await cashier.ok('printJob.answer', { id: jobId ?? 0, printed: false })).jobId
  }
  await jobIs(jobId, 'unknown', 'unconfirmed')
  const answer = { id: jobId ?? 0, printed: false }
  expect(await cashier.fails('printJob.answer', answer)).toMatchObject({ code: '001' })
  await jobIs(jobId, 'unknown', 'unconfirmed')
  await cashier.ok('printJob.answer', { ...answer, printed: true })
  printer.faults = {}
})

describe('a printer in trouble', () => {
  test.each([
    ['the cover is open', { coverOpen: true }, 'coverOpen'],
    ['the paper is out', { paperOutAfter: 0 }, 'paperOut'],
  ])('%s: nothing is sent, and it prints once that is over', async (_, faults, trouble) => {
    const { shop } = counter()
    const printer = await startPrinter()
    await save(shop, printer)
    printer.faults = faults
    const { invoiceId, number } = await sold()
    const { jobId } = await shop.ok('receipt.print', { invoiceId })
    await jobIs(jobId, 'waiting', trouble)
    expect(printer.taken).toBe(0)
    printer.faults = {}
    printer.loadPaper()
    await jobIs(jobId, 'printed')
    expect(numbersOn(printer)).toEqual([number])
  })

  test('the paper ends in the middle: new paper in time finishes the receipt', async () => {
    const { shop } = counter()
    const printer = await startPrinter()
    const { id } = await save(shop, printer)
    printer.faults = { paperOutAfter: 10 }
    const { invoiceId, number } = await sold()
    const { jobId } = await shop.ok('receipt.print', { invoiceId })
    await soon(() => expect(printer.decoder.lines).toBe(10))
    printer.loadPaper()
    await jobIs(jobId, 'printed')
    expect(numbersOn(printer)).toEqual([number])
    // And if nobody comes, a person says whether it printed.
    printer.faults = { paperOutAfter: 10 }
    const other = await shop.ok('receipt.print', { invoiceId: (await sold()).invoiceId })
    await jobIs(other.jobId, 'unknown', 'paperOut')
    await soon(async () =>
      expect((await shop.ok('printer.state')).printers).toMatchObject([{ id, trouble: 'paperOut' }]),
    )
  })

  test('another program holds its only line', async () => {
    const { shop } = counter()
    const printer = await startPrinter()
    await save(shop, printer)
    const { connect } = await import('node:net')
    const holder = connect(printer.port, '127.0.0.1')
    await new Promise((resolve) => holder.once('connect', resolve))
    const { jobId } = await shop.ok('receipt.print', { invoiceId: (await sold()).invoiceId })
    await jobIs(jobId, 'waiting', 'unreachable')
    holder.destroy()
    await jobIs(jobId, 'printed')
  })

  test('its failover prints at once, and test pages stay', async () => {
    const { shop } = counter()
    const [printer, other] = [await startPrinter(), await startPrinter()]
    const second = await save(shop, other, { uses: [], columns: 32, paper: '58mm' })
    const first = await save(shop, printer, { failover: second.id })
    await printer.off()
    const { invoiceId, number } = await sold()
    const tested = await shop.ok('printer.test', { printer: { kind: 'direct' }, paper: '80mm', id: first.id })
    const { jobId } = await shop.ok('receipt.print', { invoiceId })
    await jobIs(jobId, 'printed')
    expect(numbersOn(other)).toEqual([number])
    for (const line of linesOf(other.sheets[0] ?? { printed: [], isCut: false }))
      expect(line.length).toBeLessThanOrEqual(32)
    await jobIs(tested.jobId, 'waiting', 'unreachable')
    await printer.on()
    await jobIs(tested.jobId, 'printed')
  })

  test('is known before the next sale', async () => {
    const { shop } = counter()
    const printer = await startPrinter()
    await save(shop, printer)
    await jobIs((await shop.ok('receipt.print', { invoiceId: (await sold()).invoiceId })).jobId, 'printed')
    const state = async () => (await shop.ok('printer.state')).printers[0]
    expect(await state()).toMatchObject({ answers: true, trouble: null })
    printer.faults = { coverOpen: true }
    await soon(async () => expect(await state()).toMatchObject({ trouble: 'coverOpen' }))
    printer.faults = {}
    await soon(async () => expect(await state()).toMatchObject({ trouble: null }))
  })

  test('another till prints there for a moment', async () => {
    const { shop } = counter()
    const printer = await startPrinter()
    await save(shop, printer)
    await jobIs((await shop.ok('receipt.print', { invoiceId: (await sold()).invoiceId })).jobId, 'printed')
    const trouble = async () => (await shop.ok('printer.state')).printers[0]?.trouble
    const seen = new Set<string | null | undefined>()
    printer.faults = { refuses: 1 }
    const enough = printer.connections + 4
    await soon(async () => {
      seen.add(await trouble())
      expect(printer.connections).toBeGreaterThanOrEqual(enough)
    })
    expect([...seen]).toEqual([null])
    await printer.off()
    await soon(async () => expect(await trouble()).toBe('unreachable'))
  })
})

test('a printer that confirms nothing has printed what it took', async () => {
  const { shop } = counter()
  const printer = await startPrinter()
  await save(shop, printer)
  printer.faults = { mute: true }
  const { invoiceId, number } = await sold()
  const { jobId } = await shop.ok('receipt.print', { invoiceId })
  await jobIs(jobId, 'printed')
  expect(numbersOn(printer)).toEqual([number])
  expect((await shop.ok('printer.state')).printers).toMatchObject([{ answers: false }])
})

test('a cancelled paper is never sent, and its original prints later as the original', async () => {
  const { shop } = counter()
  const printer = await startPrinter()
  await save(shop, printer)
  await printer.off()
  const { invoiceId, number } = await sold()
  const { jobId } = await shop.ok('receipt.print', { invoiceId })
  await jobIs(jobId, 'waiting', 'unreachable')
  await shop.ok('printJob.cancel', { id: jobId ?? 0 })
  await jobIs(jobId, 'failed', 'cancelled')
  await printer.on()
  const again = await shop.ok('receipt.print', { invoiceId })
  expect(again.life).toBe('original')
  await jobIs(again.jobId, 'printed')
  expect(numbersOn(printer)).toEqual([number])
})

test('a person moves a waiting paper to another printer', async () => {
  const { shop } = counter()
  const [printer, other] = [await startPrinter(), await startPrinter()]
  await save(shop, printer)
  const second = await save(shop, other, { uses: [] })
  await printer.off()
  const { invoiceId, number } = await sold()
  const { jobId } = await shop.ok('receipt.print', { invoiceId })
  await jobIs(jobId, 'waiting', 'unreachable')
  await shop.ok('printJob.move', { id: jobId ?? 0, printerId: second.id })
  await jobIs(jobId, 'printed')
  expect(numbersOn(other)).toEqual([number])
})

test('what printed while Kaunta ended is unknown, and is not sent again', async () => {
  const { shop } = counter()
  const printer = await startPrinter()
  await save(shop, printer)
  printer.faults = { neverPrints: true }
  const { invoiceId } = await sold()
  const { jobId } = await shop.ok('receipt.print', { invoiceId })
  // `sending` is stored before the first byte leaves.
  await expect.poll(() => printer.taken).toBeGreaterThan(0)
  const { taken } = printer
  await shop.restart()
  await shop.ok('session.unlock', {
    userId: (await shop.ok('workspace.state')).people[0]?.id,
    pin: '471362',
  } as never)
  await jobIs(jobId, 'unknown', 'ended')
  expect(printer.taken).toBe(taken)
})

test('a printer of Star confirms by its counter, and tells when its cover is open', async () => {
  const { shop } = counter()
  const printer = await startPrinter({ language: 'star-prnt' })
  await save(shop, printer, { language: 'star-prnt' })
  const { invoiceId, number } = await sold()
  await jobIs((await shop.ok('receipt.print', { invoiceId })).jobId, 'printed')
  expect(numbersOn(printer)).toEqual([number])
  printer.faults = { coverOpen: true }
  const other = await shop.ok('receipt.print', { invoiceId: (await sold()).invoiceId })
  await jobIs(other.jobId, 'waiting', 'coverOpen')
  printer.faults = { neverPrints: true }
  await jobIs(other.jobId, 'unknown', 'unconfirmed')
})
