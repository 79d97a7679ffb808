/** Printing: the three lives of one receipt, and which print counts. */
import { describe, expect, test } from 'vitest'
import { parseWireDateTime, toPaperDate, toPaperTime } from '../../../core/fiscal/dates.ts'
import type { Printer, PrintJob } from '../../../core/ports.ts'
import { movableClock } from '../../support/clock.ts'
import { type Shop, startShop } from './shop.ts'

const sold = async (options: Parameters<typeof startShop>[0] = {}) => {
  const shop = await startShop(options)
  const item = await shop.stocked({ onHand: 10_000 })
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  return { shop, item, invoiceId }
}
const print = (shop: Shop, invoiceId: number) => shop.ok('receipt.print', { invoiceId })

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
  const printer: Printer = { print: async (job) => take('system', job), pdf: async (job) => take('pdf', job) }
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
  await shop.settled()
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
  await shop.settled()
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
  await shop.settled()
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
  expect(html).toContain('WITHDRAWN - NOT A TAX INVOICE')
  expect(html).not.toMatch(/awaiting|inasubiri|Ask for the signed receipt/i)
  expect(await print(shop, invoiceId)).toMatchObject({ life: 'withdrawn', copyNumber: null })
})

test('the till’s date is the one that the authority was told, whatever the clock of the computer says', async () => {
  const { clock, move } = movableClock()
  const { shop, item } = await sold({ ports: { clock } })
  await shop.settled()
  move(-400 * 86_400_000)
  await shop.ok('reference.sync', {})
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  await shop.settled()
  const { html } = await shop.ok('receipt.preview', { invoiceId })
  const told = parseWireDateTime(String((await shop.authority.ledger()).sales.at(-1)!.request['cfmDt']))!
  expect(Math.abs(told - Date.now())).toBeLessThan(60_000)
  const tillPart = html.slice(html.indexOf('TIS INFORMATION'))
  expect(tillPart).toContain(`Date: ${toPaperDate(told)}`)
  expect(tillPart).toContain(`Time: ${toPaperTime(told)}`)
})

test('looking is not printing', async () => {
  const { shop, invoiceId } = await sold()
  await shop.settled()
  for (const paper of ['58mm', '80mm', 'A4'] as const) {
    expect(await shop.ok('receipt.preview', { invoiceId, paper })).toMatchObject({ life: 'original' })
  }
  expect(await print(shop, invoiceId)).toMatchObject({ life: 'original' })
})

test('two prints side by side are one original and one copy', async () => {
  const { shop, invoiceId } = await sold()
  await shop.settled()
  const prints = await Promise.all([print(shop, invoiceId), print(shop, invoiceId), print(shop, invoiceId)])
  expect(prints.map(({ life, copyNumber }) => [life, copyNumber])).toEqual([
    ['original', null],
    ['copy', 1],
    ['copy', 2],
  ])
})

describe('a print that failed does not count', () => {
  test('at the window', async () => {
    const { shop, invoiceId } = await sold()
    await shop.settled()
    const first = await print(shop, invoiceId)
    await shop.ok('receipt.printed', { printId: first.printId, outcome: 'failed' })
    const second = await print(shop, invoiceId)
    expect(second.life).toBe('original')
    await shop.ok('receipt.printed', { printId: second.printId, outcome: 'printed' })
    const copy = await print(shop, invoiceId)
    await shop.ok('receipt.printed', { printId: copy.printId, outcome: 'failed' })
    expect(await shop.ok('invoice.get', { id: invoiceId })).toMatchObject({ copies: 0, printed: true })
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'copy', copyNumber: 1 })
  })

  test('nor can it be said to have failed after it was said to be printed', async () => {
    const { shop, invoiceId } = await sold()
    await shop.settled()
    const { printId } = await print(shop, invoiceId)
    await shop.ok('receipt.printed', { printId, outcome: 'printed' })
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
    await shop.settled()
    await shop.ok('settings.save', { printer: { kind: 'system', name: 'TM-T20' } })
    fake.setBroken(true)
    expect(await shop.fails('receipt.print', { invoiceId })).toMatchObject({
      reason: 'receipt.notPrinted',
      message: expect.stringContaining('No paper.'),
    })
    fake.setBroken(false)
    expect(await print(shop, invoiceId)).toMatchObject({ life: 'original', html: null })
    expect(await shop.ok('receipt.print', { invoiceId, target: 'pdf' })).toMatchObject({
      life: 'copy',
      copyNumber: 1,
      file: '/tmp/receipt.pdf',
    })
    expect(fake.jobs.map(({ to, printerName }) => [to, printerName])).toEqual([
      ['system', 'TM-T20'],
      ['system', 'TM-T20'],
      ['pdf', undefined],
    ])
  })
})

test('a document without its signature says so, and has its original once the signature is entered', async () => {
  const { shop, item } = await sold()
  await shop.settled()
  await shop.authority.control('PUT', 'faults', [
    { kind: 'cutAfter', paths: ['/saveTrnsSalesOsdc'], times: 1 },
    { kind: 'nothing', paths: ['/selectInvoiceDetails'] },
  ])
  const { invoiceId } = await shop.sell([{ item, quantity: 100 }])
  await shop.waitFor(
    async () => (await shop.ok('invoice.get', { id: invoiceId })).state === 'acceptedUnsigned',
  )
  expect(await print(shop, invoiceId)).toMatchObject({ life: 'unsigned' })
  const [, sale] = (await shop.authority.ledger()).sales
  const entered = {
    id: invoiceId,
    signature: String(sale!.receipt['rcptSign']).match(/.{4}/g)!.join('-').toLowerCase(),
    internalData: String(sale!.receipt['intrlData']),
    receiptNumber: 2,
    totalReceiptNumber: 2,
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
