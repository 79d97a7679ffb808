/** A day in the shop of a program that has never seen our code; at noon the authority is away for a while. */
import { expect, test, vi } from 'vitest'
import { Client, type Reply } from './day/client.ts'
import { amountsOf, type Line, type Note, sumOf, written } from './day/notes.ts'
import { basket, book, haircut, milk, Program, shelf, soap } from './day/program.ts'
import { type Body, dialects, type Shop, startShop } from './support/shop.ts'
import { today } from './tables/formats.ts'
import { dairy, linksOf } from './tables/purchases.ts'

const customerPin = 'A001234567B'

/** Sells, and afterwards says what left the shelf. */
const sell = async (program: Program, lines: Line[], changes: Body = {}): Promise<Note> => {
  const { body, note } = program.sale(lines, changes)
  note.result = await program.client.gets('POST', '/sales-with-items', body)
  const gone = lines.filter(({ goods }) => shelf.includes(goods))
  if (gone.length > 0) await program.client.gets('POST', '/stock/io', program.movement('11', gone))
  return note
}

const open = async ({ client }: Program) => {
  const { deviceInfo } = await client.gets('POST', '/initialize', {})
  expect(deviceInfo).toMatchObject({ deviceStatus: 'ACTIVE' })
  await client.gets('POST', '/sync', {})
  for (const path of ['/codes', '/notices', '/branches', '/health', '/status']) await client.gets('GET', path)
}

const stockTheShelf = async (program: Program) => {
  const { client } = program
  for (const { itemCd, itemNm, taxTyCd, price } of [soap, milk])
    await client.gets('POST', '/items/goods', {
      itemName: itemNm,
      taxType: taxTyCd,
      itemCode: itemCd,
      price: price / 100,
    })
  await client.gets('POST', '/items/service', {
    itemName: haircut.itemNm,
    taxType: haircut.taxTyCd,
    itemCode: haircut.itemCd,
    price: haircut.price / 100,
  })
  await client.gets('POST', '/items', {
    itemClsCd: 'GD',
    itemTyCd: '2',
    itemNm: book.itemNm,
    pkgUnitCd: 'NT',
    qtyUnitCd: 'U',
    taxTyCd: book.taxTyCd,
    useYn: 'Y',
    itemCd: book.itemCd,
    bcd: book.barcode,
    dftPrc: book.price / 100,
  })
  const { items } = await client.gets('GET', '/items')
  expect((items as Body[]).map(({ itemCd }) => itemCd).sort()).toEqual([
    'BOOK-1',
    'CUT-1',
    'MILK-1',
    'SOAP-1',
  ])
  await client.gets(
    'POST',
    '/stock/io',
    program.movement(
      '02',
      shelf.map((goods) => ({ goods, qty: 200 })),
    ),
  )
}

const keepACustomer = async ({ client }: Program) => {
  const body = { custTin: customerPin, custNm: 'Wanjiku Kamau', telNo: '0712345678' }
  await client.gets('POST', '/customers', body)
  await client.gets('PATCH', `/customers/${customerPin}`, {
    ...body,
    adrs: 'Kahawa Road',
    modrId: 'u1',
    modrNm: 'User',
  })
  expect(await client.gets('GET', `/customers/${customerPin}`)).toMatchObject({
    custTin: customerPin,
    adrs: 'Kahawa Road',
  })
}

/** Ten customers while nobody answers: each gets 006 or 202, and repeats its call until the authority has signed. */
const sellThroughAnOutage = async (program: Program, shop: Shop, from: number, to: number) => {
  const { client } = program
  await shop.authority.offline(true)
  const waiting: { note: Note; again: () => Promise<Reply> }[] = []
  const movements: Body[] = []
  for (let index = from; index < to; index += 1) {
    const { lines, changes } = basket(index)
    const { body, note } = program.sale(lines, changes)
    const later = index % 2 === 0 ? { prefer: 'respond-async' } : {}
    const first = await client.call('POST', '/sales-with-items', body, later)
    if (index % 2 === 0) expect(first).toMatchObject({ status: 202 })
    else expect(first).toMatchObject({ status: 503, code: '006' })
    waiting.push({ note, again: () => client.call('POST', '/sales-with-items', body) })
    const gone = lines.filter(({ goods }) => shelf.includes(goods))
    if (gone.length > 0) movements.push(program.movement('11', gone))
  }
  for (const { again } of waiting) expect((await again()).code).toBe('006')
  // The first answer after the outage is lost on its way.
  const sales = ['/saveTrnsSalesOsdc', '/sendSalesTransaction']
  await shop.authority.control('PUT', 'faults', [{ kind: 'cutAfter', paths: sales, times: 1 }])
  await shop.authority.offline(false)
  for (const { note, again } of waiting) {
    await vi.waitFor(
      async () => {
        const { code, data, message } = await again()
        expect(['000', '004'], message).toContain(code)
        note.result = data
      },
      { timeout: 20_000, interval: 50 },
    )
  }
  for (const body of movements) await client.gets('POST', '/stock/io', body)
}

/** Takes goods or services of a sale back, whole or in part, one way or another. */
const credit = async (program: Program, way: 'native' | 'express' | 'barcode', of: Note, lines: Line[]) => {
  const { client, notes } = program
  const orgInvcNo = Number(of.trader)
  const sum = sumOf(lines)
  const own = 50_000 + program.nextInvoice()
  const lineItems = lines.map((line) => written(line))
  const make = {
    native: {
      path: '/sales/credit-note',
      body: {
        orgInvcNo: String(orgInvcNo),
        invcNo: String(own),
        salesDt: today(),
        rfdRsnCd: '01',
        rfdAmt: sum.total / 100,
        totTaxblAmt: sum.taxable / 100,
        totTax: sum.tax / 100,
        items: lineItems,
      },
      trader: String(own),
    },
    express: {
      path: '/sales/credit-note-express',
      body: { orgInvcNo, reason: '02', lineItems, creditNoteInvcNo: own, trdInvcNo: `CN-${own}` },
      trader: `CN-${own}`,
    },
    barcode: {
      path: '/sales/credit-note-barcode',
      body: {
        original: { invcNo: orgInvcNo, creditNoteInvcNo: own, trdInvcNo: `CN-${own}` },
        reason: '03',
        lineItems: lines.map((line) => {
          const { itemCd: _, ...rest } = written(line)
          return { bcd: line.goods.barcode, ...rest }
        }),
      },
      trader: `CN-${own}`,
    },
  }[way]
  const result = await client.gets('POST', make.path, make.body)
  notes.push({ trader: make.trader, kind: 'R', lines, ...sum, result })
  const back = lines.filter(({ goods }) => shelf.includes(goods))
  if (back.length > 0) await client.gets('POST', '/stock/io', program.movement('03', back))
}

const sendToTheBranch = async (program: Program) => {
  const line = { goods: soap, qty: 5 }
  const { total, taxable, tax } = amountsOf(line)
  program.onHand.set(soap, (program.onHand.get(soap) ?? 0) - line.qty)
  await program.client.gets('POST', '/stock/transfer', {
    toBhfId: '01',
    items: [
      {
        itemCd: soap.itemCd,
        itemClsCd: '5313160800',
        itemNm: soap.itemNm,
        pkgUnitCd: 'NT',
        pkg: 1,
        qtyUnitCd: 'U',
        qty: line.qty,
        prc: soap.price / 100,
        splyAmt: total / 100,
        taxblAmt: taxable / 100,
        taxTyCd: soap.taxTyCd,
        taxAmt: tax / 100,
        totAmt: total / 100,
      },
    ],
  })
}

const buyIn = async ({ client }: Program): Promise<number> => {
  const { lines, spplrTin, spplrInvcNo, totAmt } = dairy
  expect(JSON.stringify(await client.gets('GET', '/purchases'))).toContain(spplrInvcNo)
  for (const { localItemCd, itemNm, taxType } of lines)
    await client.gets('POST', '/items/goods', { itemName: itemNm, taxType, itemCode: localItemCd })
  await client.gets('POST', `/purchases/${spplrInvcNo}/link-items`, linksOf(dairy))
  const { cisInvcNo } = await client.gets('POST', '/purchases', {
    spplrTin,
    spplrInvcNo,
    rcptTyCd: 'P',
    pmtTyCd: '01',
    cfmDt: '20260301173000',
    salesSttsCd: '02',
    totAmt,
  })
  return Number(cisInvcNo)
}

const verify = async ({ client }: Program, { trader, result }: Note) => {
  const body = { orgInvcNo: trader, rcptSign: result?.['rcptSign'] }
  expect(await client.gets('POST', '/invoice-verifications', body)).toMatchObject({ verified: true })
  const { taxpayer } = await client.gets('POST', '/invoice-verifications', { ...body, pin: customerPin })
  expect(taxpayer).toMatchObject({ tin: customerPin, taxprNm: 'WANJIKU KAMAU' })
}

const cents = (amount: unknown): number => Math.round(Number(amount) * 100)
const inOrder = <T extends { number: number }>(documents: T[]): number[] =>
  documents.map(({ number }) => number)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Notes, our database and the authority's ledger agree. */
const compare = async (program: Program, shop: Shop) => {
  const { sales, stockRecords, stock, records, purchases } = await shop.authority.ledger()
  const byTrader = (a: { trader: string }, b: { trader: string }) => a.trader.localeCompare(b.trader)
  const noted = program.notes.map(({ trader, kind, total, tax, result }) => ({
    trader,
    kind,
    total,
    tax,
    number: result?.['cisInvcNo'],
    signature: result?.['rcptSign'] ?? result?.['receiptSignature'],
  }))
  const theirs = sales.map(({ number, request, receipt }) => ({
    trader: String(request['trdInvcNo']),
    kind: request['rcptTyCd'],
    total: cents(request['totAmt']),
    tax: cents(request['totTaxAmt']),
    number,
    signature: receipt['rcptSign'],
  }))
  // The native credit note answers its signature, not its number.
  const numberOf = new Map(theirs.map(({ trader, number }) => [trader, number]))
  const complete = noted.map((note) => ({ ...note, number: note.number ?? numberOf.get(note.trader) }))
  expect(theirs.sort(byTrader)).toEqual(complete.sort(byTrader))
  expect(inOrder(sales)).toEqual(upTo(sales.length))
  expect(inOrder(stockRecords)).toEqual(upTo(stockRecords.length))
  expect(inOrder(purchases)).toEqual(upTo(purchases.length))

  const ours = shop.read<{ kind: string; count: number; total: number; tax: number }>(
    `select kind, count(*) as count, sum(abs(total)) as total, sum(abs(tax)) as tax from invoice
     where superseded = 0 group by kind order by kind`,
  )
  const sums = (['R', 'S'] as const).map((kind) => {
    const of = program.notes.filter((note) => note.kind === kind)
    return {
      kind: kind === 'R' ? 'creditNote' : 'sale',
      count: of.length,
      total: of.reduce((sum, { total }) => sum + total, 0),
      tax: of.reduce((sum, { tax }) => sum + tax, 0),
    }
  })
  expect(ours).toEqual(sums)
  expect(shop.read("select title, state, last_text from submission where state <> 'accepted'")).toEqual([])

  const codes = new Map(
    shop
      .read<{ code: string; authority_code: string }>('select code, authority_code from item')
      .map(({ code, authority_code }) => [code, authority_code]),
  )
  for (const goods of shelf) {
    const count = program.onHand.get(goods)
    const code = codes.get(goods.itemCd)
    expect(stock.find(({ itemCd }) => itemCd === code)?.onHand, goods.itemCd).toBe(count)
    const [{ on_hand } = { on_hand: 0 }] = shop.read<{ on_hand: number }>(
      `select on_hand from item where code = '${goods.itemCd}'`,
    )
    expect(on_hand, goods.itemCd).toBe(100 * (count ?? 0))
    const masters = records.filter(
      ({ kind, request }) => kind === 'stockMaster' && request['itemCd'] === code,
    )
    expect(masters.at(-1)?.request, goods.itemCd).toMatchObject({ rsdQty: count })
  }
}

test.each(dialects)(
  'a whole day by the documents alone, %s dialect',
  { timeout: 120_000 },
  async (dialect) => {
    const shop = await startShop({ dialect, initialised: false, timing: { answerMs: 200 } })
    try {
      const client = new Client(shop.url, shop.apiKey)
      await client.learn()
      const program = new Program(client)
      await open(program)
      await stockTheShelf(program)
      await keepACustomer(program)
      for (let index = 0; index < 12; index += 1) {
        const { lines, changes } = basket(index)
        await sell(program, lines, changes)
      }
      await sellThroughAnOutage(program, shop, 12, 20)
      for (let index = 20; index < 30; index += 1) {
        const { lines, changes } = basket(index)
        await sell(program, lines, changes)
      }
      expect(program.notes).toHaveLength(30)

      const [, one, two] = program.notes
      if (!one || !two) throw new Error('Nothing was sold')
      await credit(program, 'native', one, one.lines)
      await credit(program, 'express', two, [{ goods: soap, qty: 1 }])
      await credit(program, 'express', two, [{ goods: milk, qty: 1 }])
      const books = await sell(program, [{ goods: book, qty: 3 }])
      await credit(program, 'barcode', books, [{ goods: book, qty: 2 }])
      await credit(program, 'barcode', books, [{ goods: book, qty: 1 }])
      const over = program.sale([{ goods: haircut, qty: 1 }])
      over.note.result = await client.gets('POST', '/sales-with-items', over.body)
      await credit(program, 'express', over.note, over.note.lines)

      await sendToTheBranch(program)
      for (const goods of shelf)
        await client.gets('PUT', '/stock/master', {
          itemCd: goods.itemCd,
          remainingQty: program.onHand.get(goods),
          userId: 'u1',
          userName: 'User',
        })
      expect(await buyIn(program)).toBe(1)
      await verify(program, two)
      await compare(program, shop)
    } finally {
      await shop.close()
    }
  },
)
