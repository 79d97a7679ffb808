/**
 * The authority as a model of its own: what it must have accepted by its own rules, in memory, written without a look
 * at Kaunta's code. Whatever reaches it is judged and, once accepted, never forgotten.
 */
import { createHash } from 'node:crypto'

type Body = Record<string, unknown>
/** The result of a call, before it is encoded. */
export interface Verdict {
  code: string
  text: string
  data: unknown
  /** `yyyyMMddHHmmss` of the authority. */
  at: string
}

export interface SaleLine {
  code: string
  /** Hundredths. */
  quantity: number
  /** Cents. */
  total: number
}

export interface Sale {
  number: number
  trader: string
  kind: 'S' | 'R'
  original: number
  /** As it came, KES. */
  total: number
  items: SaleLine[]
  body: Body
  receipt: Body
  foreign: boolean
  at: number
}

export interface StockRecord {
  number: number
  type: string
  items: { code: string; quantity: number }[]
}

export interface SupplierInvoice {
  number: string
  /** Its only line's. */
  code: string
  /** Cents. */
  total: number
  /** The authority does not return it before this moment of its clock. */
  shownAt: number
  /** The purchase's number it was confirmed under. */
  confirmedAs: number | null
  body: Body
}

export interface ModelAuthority {
  readonly sales: Sale[]
  readonly stockRecords: StockRecord[]
  readonly items: Map<string, { class: string; type: string; tax: string }>
  readonly supplierInvoices: SupplierInvoice[]
  /** A supplier's invoice for goods of ours comes in; answers its number. */
  invoiceUs(line: { quantity: number; price: number }): string
  onHand(code: string): number
  /** Runs the effect of a call, and returns its answer. */
  handle(path: string, body: Body): Verdict
  /** Whether it has had this sale or credit note for longer than read-backs are known to lag. */
  hasLong(number: number, trader: string): boolean
  /** Hides nothing of this number for longer than read-backs are known to lag. */
  showSoon(number: number): void
  /** Whether another till has used a number of this lane. */
  isShared(lane: string): boolean
  /** Somebody else uses the device's next number. */
  takeNumber(kind: 'sales' | 'stock' | 'purchases'): void
  /** Rules that no till may break, broken: named once each. */
  readonly violations: string[]
}

const add = (sums: Map<string, number>, name: string, amount: number) =>
  sums.set(name, (sums.get(name) ?? 0) + amount)
const hundredths = (value: unknown) => Math.round(Number(value) * 100)

/** Far longer than read-backs are known to lag, and less than a till waits before it believes them. */
const lagMs = 45_000
/** The supplier of the purchases. */
export const supplierPin = 'P051777777T'
/** Characters of signatures and internal data. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const signed = (text: string, length: number): string =>
  Array.from(
    createHash('sha256').update(text).digest().subarray(0, length),
    (byte) => letters[byte & 31],
  ).join('')

export interface AuthorityOptions {
  /** Epoch milliseconds. */
  now(): number
  taxpayerPin: string
  /** The key that an initialised device must send with each call. */
  deviceKey: string
  /** For how long a document just accepted, ours or another till's, is not shown to who asks for it, milliseconds. */
  hiddenMs(whose: 'own' | 'foreign'): number
  /** Two tills may give out the same numbers. */
  twins?: boolean
}

export const createAuthority = ({
  now,
  taxpayerPin,
  deviceKey,
  hiddenMs,
  twins = false,
}: AuthorityOptions): ModelAuthority => {
  const hiddenUntil = new Map<number, number>()
  const shared = new Set<string>()
  const sales: Sale[] = []
  const stockRecords: StockRecord[] = []
  const items: ModelAuthority['items'] = new Map()
  const stock = new Map<string, number>()
  /** Sold, and not taken off by a stock record yet. */
  const soldNotMoved = new Map<string, number>()
  const customers = new Map<string, Body>()
  const supplierInvoices: SupplierInvoice[] = []
  let nextPurchase = 1
  const traders = new Set<string>()
  const violations: string[] = []
  let nextItem = 1

  const stampOf = (at: number) => {
    const text = new Date(at + 3 * 3_600_000).toISOString()
    return text.slice(0, 19).replace(/[-:T]/g, '')
  }
  const stamp = () => stampOf(now())
  const say = (code: string, text: string, data: unknown = null): Verdict => ({
    code,
    text,
    data,
    at: stamp(),
  })
  const succeed = (data: unknown = null) => say('000', 'It is succeeded', data)
  const refuse = (text: string) => say('910', text)
  const linesOf = (body: Body) =>
    (body['itemList'] as Body[]).map((line) => ({
      code: String(line['itemCd']),
      quantity: hundredths(line['qty']),
      total: hundredths(line['totAmt']),
    }))
  const sums = (body: Body) => {
    const lines = body['itemList'] as Body[]
    const total = lines.reduce((sum, line) => sum + hundredths(line['totAmt']), 0)
    return total === hundredths(body['totAmt'])
  }
  const isService = (code: string) => items.get(code)?.type === '3'

  const saveSale = (body: Body): Verdict => {
    const number = Number(body['invcNo'])
    const expected = sales.length + 1
    if (number !== expected)
      return refuse(`Invalid invcNo sequence, expected: ${expected} but found: ${number}`)
    const lines = linesOf(body)
    const unknown = lines.find(({ code }) => !items.has(code))
    if (unknown) {
      violations.push(`a sale came before its item ${unknown.code}`)
      return refuse(`Item ${unknown.code} does not exist in your inventory`)
    }
    const kind = body['rcptTyCd'] === 'R' ? 'R' : 'S'
    const original = Number(body['orgInvcNo'])
    if (kind === 'R') {
      const sale = sales[original - 1]
      if (!sale || sale.foreign) {
        violations.push(`a credit note came before its sale ${original}`)
        return refuse('orgInvcNo does not exist')
      }
      const credited = sales.reduce(
        (sum, note) => (note.kind === 'R' && note.original === original ? sum + note.total : sum),
        0,
      )
      if (credited + hundredths(body['totAmt']) > sale.total)
        violations.push(`sale ${original} is credited beyond its total`)
    } else {
      const wanted = new Map<string, number>()
      for (const { code, quantity } of lines) wanted.set(code, (wanted.get(code) ?? 0) + quantity)
      for (const [code, quantity] of wanted) {
        const left = (stock.get(code) ?? 0) - (soldNotMoved.get(code) ?? 0)
        if (!isService(code) && left < quantity) return refuse(`Items [${code}] do not exist in your stock`)
      }
    }
    if (!sums(body)) return refuse('Invalid totAmt')
    if (kind === 'S') for (const { code, quantity } of lines) add(soldNotMoved, code, quantity)
    const trader = String(body['trdInvcNo'])
    if (traders.has(trader) && !twins) violations.push(`${trader} was accepted twice`)
    traders.add(trader)
    const receipt = {
      curRcptNo: expected,
      totRcptNo: expected,
      intrlData: signed(`i${trader}/${expected}`, 26),
      rcptSign: signed(`s${trader}/${expected}`, 16),
      sdcDateTime: stamp(),
    }
    sales.push({
      number,
      trader,
      kind,
      original,
      total: hundredths(body['totAmt']),
      items: lines,
      body,
      receipt,
      foreign: false,
      at: now(),
    })
    const hidden = hiddenMs('own')
    if (hidden > 0) hiddenUntil.set(number, now() + hidden)
    return succeed(receipt)
  }

  const saveStock = (body: Body): Verdict => {
    const number = Number(body['sarNo'])
    const expected = stockRecords.length + 1
    if (number !== expected) return refuse(`Invalid sarNo: Expected: ${expected} but found: ${number}`)
    const lines = linesOf(body)
    const unknown = lines.find(({ code }) => !items.has(code))
    if (unknown) {
      violations.push(`a stock record came before its item ${unknown.code}`)
      return refuse(`Item ${unknown.code} does not exist in your inventory`)
    }
    const type = String(body['sarTyCd'])
    const sign = type <= '06' ? 1 : -1
    for (const { code, quantity } of lines) {
      if (type === '11' && (soldNotMoved.get(code) ?? 0) < quantity)
        violations.push(`${code} left the shelf before its sale`)
      add(stock, code, sign * quantity)
      if (type === '11') add(soldNotMoved, code, -quantity)
    }
    stockRecords.push({ number, type, items: lines })
    return succeed()
  }

  const saveItem = (body: Body): Verdict => {
    const code = String(body['itemCd'])
    const item = {
      class: String(body['itemClsCd']),
      type: String(body['itemTyCd']),
      tax: String(body['taxTyCd']),
    }
    if (!items.has(code)) {
      const sequence = Number(code.slice(-7))
      if (sequence !== nextItem)
        return refuse(
          `Invalid itemCd Sequence. Expected sequence ending with: ********${String(nextItem).padStart(7, '0')}`,
        )
      nextItem += 1
    }
    items.set(code, item)
    return succeed()
  }

  const findInvoice = (body: Body): Verdict => {
    const sale = sales[Number(body['invcNo']) - 1]
    if (!sale || (hiddenUntil.get(sale.number) ?? 0) > now()) return say('001', 'There is no search result')
    return succeed({ salesList: [{ ...sale.body, invcNo: sale.number, receipt: sale.receipt }] })
  }

  const saveMaster = (body: Body): Verdict => {
    const code = String(body['itemCd'])
    const [said, held] = [hundredths(body['rsdQty']), stock.get(code) ?? 0]
    return said === held ? succeed() : refuse(`rsdQty of ${code} is ${said / 100}. Expected: ${held / 100}`)
  }

  const invoiceUs: ModelAuthority['invoiceUs'] = ({ quantity, price }) => {
    const number = String(supplierInvoices.length + 1)
    const code = `KE2NTU${number.padStart(7, '0')}`
    const [total, at] = [quantity * price, now()]
    const taxable = Math.round((total * 100) / 116)
    const taxed = { taxblAmtB: taxable / 100, taxRtB: 16, taxAmtB: (total - taxable) / 100 }
    const sums = { totTaxblAmt: taxable / 100, totTaxAmt: (total - taxable) / 100, totAmt: total / 100 }
    const body = {
      ...{ spplrTin: supplierPin, spplrNm: 'Supplier', spplrBhfId: '00', spplrInvcNo: Number(number) },
      ...{
        rcptTyCd: 'S',
        pmtTyCd: '01',
        cfmDt: '2026-03-01 08:00:00',
        salesDt: '20260301',
        stockRlsDt: null,
      },
      ...{ totItemCnt: 1, ...taxed, ...sums, remark: null, changed: stampOf(at) },
      itemList: [
        {
          ...{ itemSeq: 1, itemClsCd: '5059690800', itemCd: code, itemNm: 'Supplied', bcd: null },
          ...{ pkgUnitCd: 'NT', pkg: 1, qtyUnitCd: 'U', qty: quantity, prc: price / 100 },
          ...{ splyAmt: total / 100, dcRt: 0, dcAmt: 0, taxTyCd: 'B' },
          ...{ taxblAmt: taxable / 100, taxAmt: (total - taxable) / 100, totAmt: total / 100 },
        },
      ],
    }
    const shownAt = at + Math.min(hiddenMs('foreign'), lagMs)
    supplierInvoices.push({ number, code, total, shownAt, confirmedAs: null, body })
    return number
  }

  /** Like a real one's, an answer is of what changed since, and of what is shown by now. */
  const listInvoices = (body: Body): Verdict => {
    const since = String(body['lastReqDt'])
    const saleList = supplierInvoices
      .filter(({ confirmedAs, shownAt }) => confirmedAs === null && shownAt <= now())
      .map((invoice) => invoice.body)
      .filter(({ changed }) => String(changed) > since)
    return saleList.length === 0 ? say('001', 'There is no search result') : succeed({ saleList })
  }

  const savePurchase = (body: Body): Verdict => {
    const number = Number(body['invcNo'])
    if (number !== nextPurchase)
      return refuse(`Invalid invcNo sequence, expected: ${nextPurchase} but found: ${number}`)
    const invoice = supplierInvoices[Number(body['spplrInvcNo']) - 1]
    if (!invoice || body['spplrTin'] !== supplierPin)
      return refuse(`Supplier invoice number ${String(body['spplrInvcNo'])} does not exist`)
    if (invoice.confirmedAs !== null) return say('994', 'Duplicate data')
    const unknown = linesOf(body).find(({ code }) => !items.has(code))
    if (unknown) {
      violations.push(`a purchase came before its item ${unknown.code}`)
      return refuse(`Item ${unknown.code} does not exist in your inventory`)
    }
    if (!sums(body) || hundredths(body['totAmt']) !== invoice.total) return refuse('Invalid totAmt')
    invoice.confirmedAs = number
    nextPurchase += 1
    return succeed()
  }

  const calls: Record<string, (body: Body) => Verdict> = {
    selectInitOsdcInfo: () =>
      succeed({
        info: {
          tin: taxpayerPin,
          taxprNm: 'Mfano',
          bhfId: '00',
          bhfNm: 'HQ',
          cmcKey: deviceKey,
          sdcId: 'KRACU0100000001',
          mrcNo: 'WIS01006230',
          dvcId: '1',
        },
      }),
    saveItem,
    saveTrnsSalesOsdc: saveSale,
    insertStockIO: saveStock,
    selectInvoiceDetails: findInvoice,
    saveStockMaster: saveMaster,
    selectTrnsPurchaseSalesList: listInvoices,
    insertTrnsPurchase: savePurchase,
    saveBhfCustomer: (body) => {
      customers.set(String(body['custTin']), body)
      return succeed()
    },
  }

  return {
    sales,
    stockRecords,
    items,
    supplierInvoices,
    invoiceUs,
    onHand: (code) => stock.get(code) ?? 0,
    handle: (path, body) => calls[path]?.(body) ?? say('001', 'There is no search result'),
    hasLong: (number, trader) => {
      const sale = sales[number - 1]
      return sale?.trader === trader && now() - sale.at > lagMs
    },
    showSoon: (number) => {
      const until = hiddenUntil.get(number)
      if (until !== undefined) hiddenUntil.set(number, Math.min(until, now() + lagMs))
    },
    isShared: (lane) => shared.has(lane),
    takeNumber: (kind) => {
      shared.add(kind)
      if (kind === 'purchases') {
        nextPurchase += 1
        return
      }
      if (kind === 'stock') {
        stockRecords.push({ number: stockRecords.length + 1, type: '06', items: [] })
        return
      }
      const number = sales.length + 1
      const body = { trdInvcNo: `OTHER-${number}`, rcptTyCd: 'S', totAmt: 1, totItemCnt: 1, itemList: [{}] }
      const receipt = {
        curRcptNo: number,
        totRcptNo: number,
        intrlData: 'X'.repeat(26),
        rcptSign: 'Y'.repeat(16),
        sdcDateTime: stamp(),
      }
      sales.push({
        number,
        trader: body.trdInvcNo,
        kind: 'S',
        original: 0,
        total: 100,
        items: [],
        body,
        receipt,
        foreign: true,
        at: now(),
      })
      // A number of ours that is taken and not shown counts as ours after a while; by then another's must be seen.
      hiddenUntil.set(number, now() + Math.min(hiddenMs('foreign'), lagMs))
    },
    violations,
  }
}
