/** What a direct printer is for: labels, and the reports of a day and of a shift. */
import { beforeEach, expect, test } from 'vitest'
import { linesOf } from '../../support/paper/sheet.ts'
import { savePrinter, shopWithPrinters, soon, startPrinter } from './printers.ts'
import { newRequest, shared } from './shop.ts'

const counter = shared(shopWithPrinters)

beforeEach(async () => {
  const { shop } = counter()
  for (const { id } of (await shop.ok('printer.state')).printers) await shop.ok('printer.remove', { id })
})

test('reports of a day and of a shift print on the printer for reports, without one in the dialogue', async () => {
  const { shop, item } = counter()
  const printer = await startPrinter()
  await savePrinter(shop, printer)
  const asked = { language: 'en' as const }
  expect((await shop.ok('report.print', asked)).html).toContain('<html')
  await savePrinter(shop, printer, { uses: ['reports'], name: 'Office' })
  const sheet = async (nth: number) => {
    await soon(() => expect(printer.sheets.filter(({ isCut }) => isCut)).toHaveLength(nth))
    return linesOf(printer.sheets[nth - 1] ?? { printed: [], isCut: false }).join('\n')
  }
  const onPrinter = { html: null, file: null }
  expect(await shop.ok('report.print', asked)).toMatchObject(onPrinter)
  expect(await sheet(1)).toContain("DAY'S REPORT")
  const { number } = await shop.ok('shift.open', { sum: 1_000_00, requestId: newRequest() })
  await shop.sell([{ item, quantity: 200 }])
  const ofShift = { ...asked, number }
  expect(await shop.ok('shift.print', ofShift)).toMatchObject({ ...onPrinter, copy: 0 })
  expect(await sheet(2)).toContain('X REPORT')
  await shop.ok('shift.close', { number, sum: 1_000_00 + 2 * item.price, requestId: newRequest() })
  expect(await shop.ok('shift.print', ofShift)).toMatchObject({ ...onPrinter, copy: 0 })
  const z = await sheet(3)
  expect(z).toContain('Z REPORT')
  expect(z).not.toContain('COPY')
  expect(await shop.ok('shift.print', ofShift)).toMatchObject({ ...onPrinter, copy: 1 })
  expect(await sheet(4)).toContain('COPY')
})

test('labels print on the printer for labels, each cut off, and a person answers for each item', async () => {
  const { shop } = counter()
  const soap = await shop.stocked({ name: 'Soap', barcode: '4006381333931' })
  const sugar = await shop.stocked({ name: 'Sugar', quantityUnit: 'KG' })
  const lines = [
    { itemId: soap.id, copies: 2 },
    { itemId: sugar.id, copies: 1 },
  ]
  const asked = { format: 'roll58x40', secondName: false, unitPrice: true, target: 'direct', lines } as const
  expect(await shop.fails('label.print', asked)).toMatchObject({
    reason: 'label.noPrinter',
    field: 'target',
  })
  const printer = await startPrinter()
  await savePrinter(shop, printer, { uses: ['labels'], columns: 32, paper: '58mm' })
  const unlabelled = async () =>
    (await shop.ok('label.propose', { source: 'unlabelled' })).lines.map(({ name }) => name)
  expect(await unlabelled()).toEqual(expect.arrayContaining(['Soap', 'Sugar']))
  const nobody = { ...asked, lines: [...lines, { itemId: 99_999, copies: 1 }] }
  expect(await shop.fails('label.print', nobody)).toMatchObject({ reason: 'item.unknown' })
  expect(await shop.ok('label.print', asked)).toEqual({ labels: 3, pages: 3, html: null, file: null })
  const names = () =>
    printer.sheets
      .flatMap(linesOf)
      .map((line) => line.trim())
      .filter((line) => line === 'Soap' || line === 'Sugar')
  await soon(() => expect(names()).toEqual(['Soap', 'Soap', 'Sugar']))
  expect(printer.decoder.unknown).toEqual([])
  expect(await unlabelled()).not.toEqual(expect.arrayContaining(['Soap']))

  printer.faults = { cutAfter: 40 }
  await shop.ok('label.print', asked)
  const unknown = async () => (await shop.ok('printJob.list')).open.filter(({ state }) => state === 'unknown')
  await soon(async () => expect(await unknown()).toMatchObject([{ what: 'label', title: 'Soap' }]))
  // The other item prints meanwhile. What the printer had of the soap is on paper too.
  await soon(() => expect(names().slice(3)).toEqual(['Soap', 'Sugar']))
  const [job] = await unknown()
  await shop.ok('printJob.answer', { id: job?.id ?? 0, printed: false })
  await soon(() => expect(names().slice(5)).toEqual(['Soap', 'Soap']))
})
