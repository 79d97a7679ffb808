/** Printing: the three lives of one receipt, and which print counts. */
import { describe, expect, test } from 'vitest'
import type { Printer, PrintJob } from '../../../core/base/ports.ts'
import { parseWireDateTime, toPaperDate, toPaperTime } from '../../../core/fiscal/dates.ts'
import { movableClock } from '../../support/clock.ts'
import { type Shop, shared, startShop } from './shop.ts'

type Options = NonNullable<Parameters<typeof startShop>[0]>
const openCounter = async (options: Options) => {
  const shop = await startShop(options)
  return { shop, item: await shop.stocked({ onHand: 100_000 }) }
}
const counter = shared((cleanUp) => openCounter({ cleanUp }))

/** Something sold and signed, in the shop of most of these tests, or in one that is started as `options` say. */
const sold = async (options?: Options) => {
  const { shop, item } = options ? await openCounter(options) : counter()
  await shop.authority.control('PUT', 'faults', [])
  await shop.authority.offline(false)
  await shop.ok('queue.tryNow')
  const { invoiceId, number } = await shop.sell([{ item, quantity: 100 }])
  await shop.settled()
  return { shop, item, invoiceId, number }
}
/** Prints at the window, and says that it came out. */
const print = async (shop: Shop, invoiceId: number) => {
  const print = await shop.ok('receipt.print', { invoiceId })
  if (print.html !== null) await shop.ok('receipt.printed', { printId: print.printId, outcome: 'printed' })
  return print
}

/** A printer that does what a test says and keeps what it got. */
const fakePrinter = () => {
  const jobs: (PrintJob & { to: 'pdf' | 'system' })[] = []
  let broken = false
  const take = (to: 'pdf' | 'system', job: PrintJob) => {
    jobs.push({ ...job, to })
    return broken
      ? { ok: false as const, reason: 'No paper.' }
      : { ok: true as const, file: '/tmp/receipt.pdf' }
  }
  const printer: Printer = {
    print: async (job) => take('system', job),
    pdf: async (job) => take('pdf', job),
    list: async () => ({ ok: true, printers: [{ name: 'TM-T20', title: 'Epson TM-T20' }] }),
  }
  return {
    printer,
    jobs,
    setBroken: (value: boolean) => {
      broken = value
    },
  }
}

test('it is awaiting, then once the original, then copy 1, 2, …', async () => {
  const { shop, item } = await sold()
  await shop.authority.offline(true)
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  const awaiting = await print(shop, invoiceId)
  expect(awaiting).toMatchObject({ life: 'awaiting', copyNumber: null, html: expect.stringContaining('<') })
  expect(await print(shop, invoiceId)).toMatchObject({ life: 'awaiting' })
  await shop.authority.offline(false)
  await shop.ok('queue.tryNow')
  await shop.settled()
  const lives = []
  for (let index = 0; index < 4; index += 1) {
    const { life, copyNumber } = await print(shop, invoiceId)
    lives.push([life, copyNumber])
  }
  expect(lives).toEqual([
    ['original', null],
    ['copy', 1],
    ['copy', 2],
    ['copy', 3],
  ])
  expect(await shop.ok('invoice.get', { id: invoiceId })).toMatchObject({ copies: 3 })
})

test('an awaiting receipt carries nothing that looks like a signature', async () => {
  const { shop, invoiceId } = await sold()
  const { signature } = await shop.ok('invoice.get', { id: invoiceId })
  const dashed = signature!.match(/.{4}/g)!.join('-')
  expect((await shop.ok('receipt.preview', { invoiceId })).html).toContain(dashed)
  await shop.authority.offline(true)
  const waiting = await shop.sell([{ item: (await shop.ok('item.list', {})).items[0]!, quantity: 100 }])
  const { html, life } = await shop.ok('receipt.preview', { invoiceId: waiting.invoiceId })
  expect(life).toBe('awaiting')
  expect(html).not.toMatch(/[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}/)
})

test('a withdrawn document says so, and promises no signed receipt', async () => {
  const { shop, item } = await sold()
  await shop.authority.control('POST', 'faults', {
    kind: 'refuse',
    code: '910',
    text: 'Invalid pmtTyCd',
    paths: ['/saveTrnsSalesOsdc'],
    times: 1,
  })
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  await shop.waitFor(async () => (await shop.ok('invoice.get', { id: invoiceId })).state === 'refused')
  const { submissionId } = await shop.ok('invoice.get', { id: invoiceId })
  await shop.ok('queue.withdraw', { id: submissionId!, reason: 'Rung up again' })
  const { life, html } = await shop.ok('receipt.preview', { invoiceId })
  expect(life).toBe('withdrawn')
  expect(html).toContain('CANCELLED - NOT A TAX INVOICE')
  expect(html).not.toMatch(/awaiting|inasubiri|Ask for the signed receipt/i)
  expect(await print(shop, invoiceId)).toMatchObject({ life: 'withdrawn', copyNumber: null })
})

test('the till’s date is the one that was sent to the authority, whatever the clock of the computer says', async () => {
  const { clock, move } = movableClock()
  const { shop, item } = await sold({ ports: { clock } })
  move(-400 * 86_400_000)
  await shop.ok('reference.sync', {})
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  await shop.settled()
  const { html } = await shop.ok('receipt.preview', { invoiceId })
  const reported = parseWireDateTime(String((await shop.authority.ledger()).sales.at(-1)!.request['cfmDt']))!
  expect(Math.abs(reported - Date.now())).toBeLessThan(60_000)
  const tillPart = html.slice(html.indexOf('TIS INFORMATION'))
  expect(tillPart).toContain(`Date: ${toPaperDate(reported)}`)
  expect(tillPart).toContain(`Time: ${toPaperTime(reported)}`)
})

test('looking is not printing', async () => {
  const { shop, invoiceId } = await sold()
  for (const paper of ['58mm', '80mm', 'A4'] as const) {
    expect(await shop.ok('receipt.preview', { invoiceId, paper })).toMatchObject({ life: 'original' })
  }
  expect(await print(shop, invoiceId)).toMatchObject({ life: 'original' })
})

test('of two prints side by side one is the original, and the other waits until somebody says what came of it', async () => {
  const { shop, invoiceId } = await sold()
  const print = () => shop.call('receipt.print', { invoiceId })
  const [first, second] = await Promise.all([print(), print()])
  expect(first).toMatchObject({ ok: true, data: { life: 'original' } })
  const { printId } = (first as { data: { printId: number } }).data
  expect(second).toMatchObject({ error: { reason: 'receipt.unanswered', params: { printId } } })
  expect(await shop.ok('receipt.preview', { invoiceId })).toMatchObject({ life: 'original' })
  await shop.ok('receipt.printed', { printId, outcome: 'printed' })
  expect(await print()).toMatchObject({ data: { life: 'copy', copyNumber: 1 } })
})

describe('the original that did not come out', () => {
  const failing = async (window: Pick<Shop, 'ok'>, invoiceId: number) => {
    const { printId, life } = await window.ok('receipt.print', { invoiceId })
    await window.ok('receipt.printed', { printId, outcome: 'failed' })
    return life
  }

  test('prints again twice; then a manager decides, which is written down', async () => {
    const { shop, invoiceId, number } = await sold()
    await shop.ok('user.save', { name: 'Otieno', role: 'cashier', pin: '5824', active: true })
    const cashier = shop.window('window-2')
    const { people } = await cashier.ok('workspace.state')
    const userId = people.find(({ name }) => name === 'Otieno')?.id ?? ''
    await cashier.ok('session.unlock', { userId, pin: '5824' })
    for (let time = 1; time <= 3; time += 1) expect(await failing(cashier, invoiceId)).toBe('original')
    expect(await cashier.fails('receipt.print', { invoiceId })).toMatchObject({
      code: '001',
      reason: 'receipt.originalNeedsManager',
      params: { number, count: 3 },
    })
    const prints = () =>
      shop.read(
        shop.appId,
        `select life, outcome, answered_by from print where invoice_id = ${invoiceId} order by id`,
      ) as object[]
    expect(prints()).toEqual(Array(3).fill({ life: 'original', outcome: 'failed', answered_by: 'Otieno' }))
    expect(await failing(shop, invoiceId)).toBe('original')
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'original' })
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'copy', copyNumber: 1 })
    const written = "select subject, who, content from audit where kind = 'printedAgain' order by seq"
    const row = { subject: number, who: 'Wanjiru', content: expect.stringMatching(/^\{"print":\d+\}$/) }
    expect(shop.read(shop.appId, written)).toEqual([row, row])
  })

  test('of which nobody said so, as after a power cut, is asked about before the next', async () => {
    const { shop, invoiceId } = await sold()
    const { printId } = await shop.ok('receipt.print', { invoiceId })
    await shop.restart()
    const { people } = await shop.ok('workspace.state')
    await shop.ok('session.unlock', { userId: people[0]!.id, pin: '471362' })
    expect(await shop.fails('receipt.print', { invoiceId })).toMatchObject({ params: { printId } })
    await shop.ok('receipt.printed', { printId, outcome: 'failed' })
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'original' })
  })
})

describe('at once', () => {
  const atOnce = (shop: Shop, invoiceId: number) => shop.ok('receipt.print', { invoiceId, atOnce: true })

  test('the signed original prints, though the sale is answered before its signature', async () => {
    const { shop, item } = await sold()
    await shop.authority.control('PUT', 'faults', [{ kind: 'slow', ms: 300, paths: ['/saveTrnsSalesOsdc'] }])
    const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
    const printed = atOnce(shop, invoiceId)
    // The next sale does not wait for it.
    await shop.sell([{ item, quantity: 100 }])
    expect(await shop.ok('invoice.get', { id: invoiceId })).toMatchObject({ state: 'waiting' })
    expect(await printed).toMatchObject({ life: 'original' })
  })

  test('it prints as awaiting where the signature does not come in time', async () => {
    const { shop, item } = await sold({ timing: { printMs: 50 } })
    await shop.authority.control('PUT', 'faults', [{ kind: 'slow', ms: 300, paths: ['/saveTrnsSalesOsdc'] }])
    const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
    expect(await atOnce(shop, invoiceId)).toMatchObject({ life: 'awaiting' })
    await shop.settled()
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'original' })
  })

  test('it waits for nothing while the authority cannot be reached', async () => {
    const { shop, item } = await sold({ timing: { printMs: 600_000 } })
    await shop.authority.offline(true)
    await shop.sell([{ item, quantity: 100 }])
    await shop.waitFor(async () => (await shop.ok('status.get')).reachable === false)
    const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
    expect(await atOnce(shop, invoiceId)).toMatchObject({ life: 'awaiting' })
  })
})

describe('a print that failed does not count', () => {
  test('at the window', async () => {
    const { shop, invoiceId } = await sold()
    const first = await shop.ok('receipt.print', { invoiceId })
    await shop.ok('receipt.printed', { printId: first.printId, outcome: 'failed' })
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'original' })
    const copy = await shop.ok('receipt.print', { invoiceId })
    await shop.ok('receipt.printed', { printId: copy.printId, outcome: 'failed' })
    expect(await shop.ok('invoice.get', { id: invoiceId })).toMatchObject({ copies: 0, printed: true })
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'copy', copyNumber: 1 })
  })

  test('nor can it be said to have failed after it was said to be printed', async () => {
    const { shop, invoiceId } = await sold()
    const { printId } = await print(shop, invoiceId)
    expect(await shop.fails('receipt.printed', { printId, outcome: 'failed' })).toMatchObject({
      field: 'printId',
    })
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'copy' })
    expect(await shop.fails('receipt.printed', { printId: 999, outcome: 'failed' })).toMatchObject({
      field: 'printId',
    })
  })

  test('at a printer of the system, and the sale stays', async () => {
    const fake = fakePrinter()
    const { shop, invoiceId } = await sold({ ports: { printer: fake.printer } })
    await shop.ok('settings.save', { printer: { kind: 'system', name: 'TM-T20' } })
    fake.setBroken(true)
    expect(await shop.fails('receipt.print', { invoiceId })).toMatchObject({
      reason: 'receipt.notPrinted',
      message: expect.stringContaining('No paper.'),
    })
    fake.setBroken(false)
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'original', html: null })
    expect(fake.jobs.map(({ to, printerName }) => [to, printerName])).toEqual([
      ['system', 'TM-T20'],
      ['system', 'TM-T20'],
    ])
  })

  test('its failures are no word of a person, so no manager is wanted for the next', async () => {
    const fake = fakePrinter()
    const { shop, invoiceId } = await sold({ ports: { printer: fake.printer } })
    fake.setBroken(true)
    for (let time = 1; time <= 4; time += 1)
      expect(await shop.fails('receipt.print', { invoiceId, target: 'system' })).toMatchObject({
        reason: 'receipt.notPrinted',
      })
    expect(shop.read(shop.appId, "select 1 from audit where kind = 'printedAgain'")).toEqual([])
  })
})

test('a test page prints on the printer that is chosen, before it is saved, and a printer without paper says so', async () => {
  const fake = fakePrinter()
  const { shop } = await sold({ ports: { printer: fake.printer } })
  expect(await shop.ok('printer.list', {})).toEqual({
    printers: [{ name: 'TM-T20', title: 'Epson TM-T20' }],
  })
  const asked = { printer: { kind: 'system', name: 'TM-T20' }, paper: '58mm' } as const
  expect(await shop.ok('printer.test', asked)).toEqual({ html: null, file: null, jobId: null })
  expect(fake.jobs).toMatchObject([{ to: 'system', printerName: 'TM-T20', paper: '58mm' }])
  expect(fake.jobs[0]?.html).toContain('Not a receipt')
  const { html } = await shop.ok('printer.test', { printer: { kind: 'window' }, paper: '80mm' })
  expect(html).toContain('TEST PAGE')
  fake.setBroken(true)
  expect(await shop.fails('printer.test', asked)).toMatchObject({ params: { reason: 'No paper.' } })
})

test('paper and PDF are one original: neither makes a copy of the other, and both have it once', async () => {
  const fake = fakePrinter()
  const { shop, invoiceId } = await sold({ ports: { printer: fake.printer } })
  const to = async (target: 'pdf' | 'system' | 'window') => {
    const { life, copyNumber, printId, html } = await shop.ok('receipt.print', { invoiceId, target })
    if (html !== null) await shop.ok('receipt.printed', { printId, outcome: 'printed' })
    return copyNumber ?? life
  }
  expect([await to('pdf'), await to('window'), await to('system'), await to('pdf')]).toEqual([
    'original',
    'original',
    1,
    2,
  ])
})

test('a document without its signature says so, and has its original once the signature is entered', async () => {
  const { shop, item } = await sold()
  await shop.authority.control('PUT', 'faults', [
    { kind: 'cutAfter', paths: ['/saveTrnsSalesOsdc'], times: 1 },
    { kind: 'nothing', paths: ['/selectInvoiceDetails'] },
  ])
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  await shop.waitFor(
    async () => (await shop.ok('invoice.get', { id: invoiceId })).state === 'acceptedUnsigned',
  )
  expect(await print(shop, invoiceId)).toMatchObject({ life: 'unsigned' })
  const sale = (await shop.authority.ledger()).sales.at(-1)
  const entered = {
    id: invoiceId,
    signature: String(sale!.receipt['rcptSign']).match(/.{4}/g)!.join('-').toLowerCase(),
    internalData: String(sale!.receipt['intrlData']),
    receiptNumber: sale!.number,
    totalReceiptNumber: sale!.number,
    signedAt: String(sale!.receipt['sdcDateTime']),
  }
  expect(await shop.fails('invoice.enterSignature', { ...entered, signature: 'ABC' })).toMatchObject({
    field: 'signature',
  })
  expect(await shop.ok('invoice.enterSignature', entered)).toMatchObject({ state: 'signed' })
  expect(await print(shop, invoiceId)).toMatchObject({ life: 'original' })
  expect(await shop.fails('invoice.enterSignature', entered)).toMatchObject({ reason: 'invoice.notUnsigned' })
})

test('what does not exist is not printed', async () => {
  const { shop } = await sold()
  for (const name of ['receipt.preview', 'receipt.print'] as const) {
    expect(await shop.fails(name, { invoiceId: 999 })).toMatchObject({ code: '801', field: 'invoiceId' })
  }
})
