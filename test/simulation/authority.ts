/**
 * The authority as a model of its own: what it must have accepted by its own rules, in memory, written without a look
 * at Kaunta's code. Whatever reaches it is judged and, once accepted, never forgotten.
 */
import { createHash } from 'node:crypto'
import { createBranches, type Receivers } from './branches.ts'
import { createDeclarations } from './declarations.ts'
import {
  type Body,
  createSuppliers,
  hundredths,
  type InvoicedLine,
  linesOf,
  type SupplierInvoice,
  sums,
} from './suppliers.ts'

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
  remark: string
  /** The other one of a transfer. */
  branch: string | null
  /** The supplier's invoice or the entry of customs that the remark names, if its goods came before the decision. */
  unconfirmed: string | null
}

export interface ModelAuthority {
  readonly sales: Sale[]
  readonly stockRecords: StockRecord[]
  readonly items: Map<string, { class: string; type: string; tax: string }>
  readonly supplierInvoices: SupplierInvoice[]
  /** A supplier's invoice for goods of ours comes in. */
  invoiceUs(lines: InvoicedLine[]): SupplierInvoice
  readonly branches: ReturnType<typeof createBranches>
  readonly customs: ReturnType<typeof createDeclarations>
  /**
   * Another till of the branch, with numbers of its own, moves stock: hundredths. False: it cannot, since another till
   * has used our numbers.
   */
  moveElsewhere(code: string, quantity: number): boolean
  /** What other tills have moved of each item, less what our records settled: hundredths. */
  readonly movedElsewhere: ReadonlyMap<string, number>
  /** What each record of ours that settles has left of that. */
  readonly unsettled: { code: string; left: number }[]
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

/** Far longer than read-backs are known to lag, and less than a till waits before it believes them. */
const lagMs = 45_000
/** The reason of the records that settle a difference. */
export const settles = 'The other till was closed'
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
  /** A sale has another tax letter than the item here. */
  otherLetter?(trader: string, itemCode: string): void
  branchId?: string
  /** The taxpayer's branches that have a till. */
  receivers?: Receivers
}

export const createAuthority = ({
  now,
  taxpayerPin,
  deviceKey,
  hiddenMs,
  twins = false,
  otherLetter = () => undefined,
  branchId = '00',
  receivers = new Map(),
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
  const traders = new Set<string>()
  const violations: string[] = []
  const movedElsewhere = new Map<string, number>()
  const unsettled: ModelAuthority['unsettled'] = []
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
    // A credit note bears the letter of its sale.
    for (const { itemCd, taxTyCd } of kind === 'R'
      ? []
      : (body['itemList'] as { itemCd: string; taxTyCd: string }[]))
      if (items.get(itemCd)?.tax !== taxTyCd) otherLetter(String(body['trdInvcNo']), itemCd)
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
    const remark = String(body['remark'])
    const unconfirmed = suppliers.unconfirmedOf(type, remark) ?? customs.unapprovedOf(type, remark)
    const branch = body['custBhfId'] ? String(body['custBhfId']) : null
    stockRecords.push({ number, type, items: lines, remark, branch, unconfirmed })
    if (remark === settles) settle(lines.map(({ code, quantity }) => ({ code, quantity: sign * quantity })))
    branches.moved(body)
    return succeed()
  }

  /** The authority's stock becomes ours again. An item may have two lines, because of its price. */
  const settle = (lines: { code: string; quantity: number }[]): void => {
    for (const { code, quantity } of lines) add(movedElsewhere, code, quantity)
    for (const code of new Set(lines.map((line) => line.code)))
      unsettled.push({ code, left: movedElsewhere.get(code) ?? 0 })
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

  const listing = {
    ...{ now, stampOf, say, hiddenMs: () => Math.min(hiddenMs('foreign'), lagMs), violations },
    isKnown: (code: string) => items.has(code),
    found: (name: string, rows: unknown[]) =>
      rows.length === 0 ? say('001', 'There is no search result') : succeed({ [name]: rows }),
  }
  const suppliers = createSuppliers(listing)
  const customs = createDeclarations(listing)
  const branches = createBranches({ ...listing, branchId, receivers })

  const calls: Record<string, (body: Body) => Verdict> = {
    selectInitOsdcInfo: () =>
      succeed({
        info: {
          tin: taxpayerPin,
          taxprNm: 'Mfano',
          bhfId: branchId,
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
    selectTrnsPurchaseSalesList: suppliers.list,
    insertTrnsPurchase: suppliers.confirm,
    selectBhfList: branches.branchList,
    selectStockMoveList: branches.list,
    selectImportItemList: customs.list,
    updateImportItem: customs.decide,
    saveBhfCustomer: (body) => {
      customers.set(String(body['custTin']), body)
      return succeed()
    },
  }

  return {
    sales,
    stockRecords,
    items,
    supplierInvoices: suppliers.invoices,
    invoiceUs: suppliers.invoiceUs,
    ...{ branches, customs, movedElsewhere, unsettled },
    moveElsewhere: (code, quantity) => {
      if (shared.has('stock') && movedElsewhere.size === 0) return false
      shared.add('stock')
      add(stock, code, quantity)
      add(movedElsewhere, code, quantity)
      return true
    },
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
      // Then nobody could say whose records a quantity shows.
      if (kind === 'stock' && movedElsewhere.size > 0) return
      shared.add(kind)
      if (kind === 'purchases') {
        suppliers.takeNumber()
        return
      }
      if (kind === 'stock') {
        const none = { items: [], remark: '', branch: null, unconfirmed: null }
        stockRecords.push({ number: stockRecords.length + 1, type: '06', ...none })
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
