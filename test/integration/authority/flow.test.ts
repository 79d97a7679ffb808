import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SaleRecord, StockRecord } from '../../../core/authority/port.ts'
import { toWireDate, toWireDateTime } from '../../../core/fiscal/dates.ts'
import {
  author,
  bread,
  creditNote,
  customer,
  delivery,
  openingStock,
  sale,
} from '../../unit/authority/records.ts'
import { open, pin } from './till.ts'

const done = { kind: 'accepted', data: null }

describe.each([
  { dialect: 'legacy', checks: 'strict' },
  { dialect: 'legacy', checks: 'loose' },
  { dialect: 'gateway', checks: 'strict' },
  { dialect: 'gateway', checks: 'loose' },
] as const)('a day of trade with the $dialect authority and $checks checks', (practice) => {
  let till: Awaited<ReturnType<typeof open>>
  const now = Date.now()
  const when = { confirmedAt: toWireDateTime(now), saleDate: toWireDate(now) }
  const today: SaleRecord = { ...sale, ...when, buyerPin: 'A000000001Z', buyerName: 'Buyer One' }
  const refund: SaleRecord = { ...creditNote, ...when, buyerPin: today.buyerPin, buyerName: today.buyerName }
  const stock = (number: number, type: string, quantity: number): StockRecord => ({
    ...openingStock,
    number,
    type,
    occurredOn: when.saleDate,
    lines: openingStock.lines.map((line) => ({
      ...line,
      packageQuantity: quantity,
      quantity,
      supply: 580 * quantity,
      taxable: 500 * quantity,
      tax: 80 * quantity,
      total: 580 * quantity,
    })),
  })

  beforeAll(async () => {
    till = await open(practice)
  })
  afterAll(() => till.close())

  test('nothing is sent before there is a key, but one may ask whether somebody is there', async () => {
    till.key.value = null
    expect(await till.authority.submitSale(today)).toMatchObject({
      kind: 'notInitialised',
      exchange: { request: '' },
    })
    expect(await till.authority.probe()).toMatchObject({ kind: 'notInitialised' })
  })

  test('the device is initialised once', async () => {
    expect(await till.initialise()).toMatchObject({
      sdcId: expect.stringMatching(/^KRACU\d{10}$/),
      headquarters: true,
    })
    expect(await till.authority.initialise('dvc-1')).toMatchObject({ kind: 'refused', code: '902' })
  })

  test('tables, classes, notices and branches are read, and nothing new is an empty list', async () => {
    const { authority } = till
    const codes = await authority.codes(undefined)
    expect(codes).toMatchObject({ kind: 'accepted' })
    if (codes.kind !== 'accepted') return
    expect(codes.data).toContainEqual(
      expect.objectContaining({ class: '04', code: 'B', userDefined1: '16', active: true }),
    )
    expect(await authority.codes('20990101000000')).toMatchObject({ kind: 'accepted', data: [] })
    const classes = await authority.itemClasses(undefined)
    expect(
      classes.kind === 'accepted' && classes.data.find((row) => row.code === bread.itemClass),
    ).toBeTruthy()
    const notices = await authority.notices(undefined)
    expect(notices.kind === 'accepted' && notices.data[0]?.title).toBeTruthy()
    const branches = await authority.branches(undefined)
    expect(branches.kind === 'accepted' && branches.data.find((row) => row.branchId === '00')).toBeTruthy()
    expect(await authority.probe()).toMatchObject(done)
  })

  test('a taxpayer is found by PIN, and an unknown one is not', async () => {
    const found = await till.authority.taxpayer('A000000001Z')
    expect(found).toMatchObject({ kind: 'accepted', data: { pin: 'A000000001Z', active: true } })
    expect(await till.authority.taxpayer('A999999999Q')).toMatchObject({ kind: 'nothingFound' })
  })

  test('items, a customer, the opening stock and the stock on hand are sent', async () => {
    const { authority } = till
    expect(await authority.saveItem(bread)).toMatchObject(done)
    expect(await authority.saveItem(delivery)).toMatchObject(done)
    expect(await authority.saveItem({ ...bread, name: 'Brown bread' })).toMatchObject(done)
    expect(await authority.saveCustomer(customer)).toMatchObject(done)
    expect(await authority.recordStock(stock(1, '06', 10_000))).toMatchObject(done)
    expect(await authority.saveStockMaster({ itemCode: bread.code, quantity: 10_000, author })).toMatchObject(
      done,
    )
  })

  test('a sale is signed and can be looked up', async () => {
    expect(await till.authority.findInvoice(1)).toMatchObject({ kind: 'nothingFound' })
    const signed = await till.authority.submitSale(today)
    expect(signed).toMatchObject({
      kind: 'accepted',
      data: {
        receiptNumber: 1,
        totalReceiptNumber: 1,
        internalData: expect.stringMatching(/^[A-Z2-7]{26}$/),
        signature: expect.stringMatching(/^[A-Z2-7]{16}$/),
        signedAt: expect.stringMatching(/^\d{14}$/),
      },
    })
    if (signed.kind !== 'accepted') return
    expect(Math.abs((signed.exchange.authorityTime ?? 0) - Date.now())).toBeLessThan(5_000)
    expect(await till.authority.findInvoice(1)).toMatchObject({
      kind: 'accepted',
      data: { number: 1, kind: 'sale', total: 141_000, lines: 2, signature: signed.data },
    })
  })

  test('the goods leave the stock and the rest is sent', async () => {
    expect(await till.authority.recordStock(stock(2, '11', 200))).toMatchObject(done)
    expect(
      await till.authority.saveStockMaster({ itemCode: bread.code, quantity: 9_800, author }),
    ).toMatchObject(done)
  })

  test('a credit note is signed, found as such, and its goods come back', async () => {
    const signed = await till.authority.submitSale(refund)
    expect(signed).toMatchObject({ kind: 'accepted', data: { totalReceiptNumber: 2 } })
    expect(await till.authority.findInvoice(2)).toMatchObject({
      data: { kind: 'creditNote', total: 141_000 },
    })
    expect(await till.authority.recordStock(stock(3, '03', 200))).toMatchObject(done)
    expect(
      await till.authority.saveStockMaster({ itemCode: bread.code, quantity: 10_000, author }),
    ).toMatchObject(done)
  })

  test('a number used before is refused with its remedy', async () => {
    const again = await till.authority.submitSale(today)
    const strict = { kind: 'refused', expected: 3 }
    expect(again).toMatchObject(practice.checks === 'strict' ? strict : { kind: 'refused', duplicate: true })
    const stockAgain = await till.authority.recordStock(stock(1, '06', 10_000))
    expect(stockAgain).toMatchObject(
      practice.checks === 'strict' ? { kind: 'refused', expected: 4 } : { kind: 'refused', duplicate: true },
    )
  })

  test.runIf(practice.checks === 'strict')(
    'strict checks name the expected item number and missing stock',
    async () => {
      const farItem = { ...bread, code: 'KE2NTNO0000009' }
      expect(await till.authority.saveItem(farItem)).toMatchObject({ kind: 'refused', expected: 3 })
      const tooMuch = today.lines.map((line) => ({
        ...line,
        quantity: line.quantity * 1_000,
        supply: line.supply * 1_000,
        taxable: line.taxable * 1_000,
        tax: line.tax * 1_000,
        total: line.total * 1_000,
      }))
      expect(await till.authority.submitSale({ ...today, number: 3, lines: tooMuch })).toMatchObject({
        kind: 'refused',
        stockNotSeen: true,
      })
      const wrong = await till.authority.saveStockMaster({ itemCode: bread.code, quantity: 1, author })
      expect(wrong).toMatchObject({ kind: 'refused', text: expect.stringContaining('rsdQty') })
      expect(wrong).not.toHaveProperty('expected')
    },
  )

  test('what the authority keeps is what was sold', async () => {
    const {
      sales,
      stockRecords,
      stock: onHand,
    } = (await till.control('GET', `ledger?tin=${pin}`)) as {
      sales: { request: { invcNo: number; rcptTyCd: string; totAmt: number } }[]
      stockRecords: { request: { sarTyCd: string } }[]
      stock: { itemCd: string; onHand: number }[]
    }
    expect(sales.map(({ request }) => [request.invcNo, request.rcptTyCd, request.totAmt])).toEqual([
      [1, 'S', 1410],
      [2, 'R', 1410],
    ])
    expect(stockRecords.map(({ request }) => request.sarTyCd)).toEqual(['06', '11', '03'])
    expect(onHand).toContainEqual(expect.objectContaining({ itemCd: bread.code, onHand: 100 }))
  })
})
