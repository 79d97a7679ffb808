/** Goods that come in: suppliers' invoices delivered wholly, in part or with differences, or declined; and goods without one. */
import type { InputOf, OutputOf } from '../../core/contract/index.ts'
import type { ActsOptions, ExpectKnown } from './acts.ts'
import type { Insist } from './cashBook.ts'
import { type InvoicedLine, remarkOf, type SupplierInvoice, supplierPin } from './suppliers.ts'

/** A line of a delivery as it must be stored: hundredths and cents. */
export interface AskedLine {
  itemId: number
  /** Our units of one unit of the supplier; of the whole line. null: there is no invoice. */
  units: number | null
  expected: number | null
  received: number
  unitCost: number
  total: number
}
/** A delivery that somebody asked for. */
export interface AskedDelivery {
  requestId: string
  invoice: string | null
  lines: AskedLine[]
}

/** One of the supplier's codes means one of our items, and so many units of it. */
const codes = ['CASE-1', 'CASE-2', 'CASE-3', 'CASE-4', 'CASE-5', 'CASE-6'] as const
const unitsOfCases = [100, 100, 2_400, 600, 50, 33] as const

const totalOf = (lines: AskedLine[]): number => lines.reduce((sum, { total }) => sum + total, 0)

type Shown = OutputOf<'delivery.invoice'>

export const createSupply = ({
  seed,
  random,
  machine,
  time,
  authority,
  till,
  goods,
  deliveries,
  mark,
  broken,
  over,
  expectKnown,
  insist,
}: ActsOptions & { expectKnown: ExpectKnown; insist: Insist }) => {
  let made = 0
  const nameOf = (what: string): string => `${what}-${made++}-${seed}`
  const shelf = () => goods.filter(({ service }) => !service)

  /** A supplier invoices up to three lines; now and then two with one code. */
  const invoiceUs = (): void => {
    const first = random.between(0, codes.length - 1)
    const lines = Array.from({ length: random.between(1, 3) }, (_, index): InvoicedLine => {
      const code = codes[(first + (random.chance(0.1) ? 0 : index)) % codes.length] as string
      return { code, quantity: 25 * random.between(1, 40), price: random.between(5_00, 900_00) }
    })
    authority.invoiceUs(lines)
  }

  /** What comes of a line: all, a part, more, or nothing. */
  const cameOf = (expected: number): number =>
    random.pick([expected, expected, random.between(0, expected), expected + random.between(1, 300), 0])

  /** The goods that a person counts. The amounts follow from the authority's own invoice. */
  const askedLines = (lines: Shown['lines'], { lines: invoiced }: SupplierInvoice): AskedLine[] => {
    const chosen = new Map<string, { itemId: number; units: number }>()
    return lines.map(({ supplierCode, item, units }, index) => {
      const remembered = item && random.chance(0.8) ? { itemId: item.id, units } : null
      const known = chosen.get(supplierCode) ??
        remembered ?? { itemId: random.pick(goods).id, units: random.pick(unitsOfCases) }
      chosen.set(supplierCode, known)
      const { quantity = 0, total = 0 } = invoiced[index] ?? {}
      const expected = Math.round((quantity * known.units) / 100)
      const isService = goods.find(({ id }) => id === known.itemId)?.service
      const received = isService ? expected : cameOf(expected)
      const amounts = {
        unitCost: Math.round((total * 100) / expected),
        total: Math.round((total * received) / expected),
      }
      return { ...known, expected, received, ...amounts }
    })
  }

  const deliver = (invoice: SupplierInvoice, shown: Shown): void => {
    const { number } = invoice
    const asked = { requestId: nameOf('delivery'), invoice: number, lines: askedLines(shown.lines, invoice) }
    const input: InputOf<'delivery.deliver'> = {
      requestId: asked.requestId,
      invoiceId: shown.invoice.id,
      lines: asked.lines.map(({ itemId, units, received }) => ({ itemId, units: units ?? 0, received })),
      remark: remarkOf(number),
    }
    deliveries.push(asked)
    const kept = { table: 'delivery', requestId: asked.requestId, amount: totalOf(asked.lines) } as const
    insist(
      `delivering the invoice ${number}`,
      kept,
      () => till.ask('manager', 'delivery.deliver', input),
      // Somebody else has delivered or declined it meanwhile.
      ['003', '004'],
    )
  }

  const decline = async ({ invoice }: Shown): Promise<void> => {
    const { failures } = machine.disk
    const decided = await till.ask('manager', 'delivery.refuse', {
      invoiceId: invoice.id,
      reason: 'Not ours',
    })
    mark(decided.ok ? 43 : 44)
    // It is confirmed already.
    expectKnown(`declining the invoice ${invoice.number}`, decided, failures, '003')
    if (!decided.ok || random.chance(0.4) || over()) return
    const { failures: failuresBefore } = machine.disk
    const again = await till.ask('manager', 'delivery.takeUp', { invoiceId: invoice.id })
    expectKnown(`taking up the invoice ${invoice.number}`, again, failuresBefore)
  }

  /** Kaunta asks the authority for news, and a manager takes an open invoice. */
  const takeIn = async (): Promise<void> => {
    const { failures } = machine.disk
    const fetched = await till.ask('cashier', 'delivery.fetch', {})
    expectKnown("asking for suppliers' invoices", fetched, failures)
    const listed = await till.ask('manager', 'delivery.invoices', { filter: 'open' })
    expectKnown("suppliers' invoices", listed, failures)
    if (!listed.ok || listed.data.invoices.length === 0) return
    const { id } = random.pick(listed.data.invoices)
    const shown = await till.ask('manager', 'delivery.invoice', { id })
    expectKnown("a supplier's invoice", shown, failures)
    const invoice = shown.ok && authority.supplierInvoices[Number(shown.data.invoice.number) - 1]
    if (!invoice) return
    if (shown.data.invoice.total !== invoice.total)
      broken(`the invoice ${invoice.number} has another total here`)
    if (random.chance(0.15)) return decline(shown.data)
    deliver(invoice, shown.data)
  }

  const enter = (): void => {
    const lines = Array.from({ length: random.between(1, 3) }, (): AskedLine => {
      const [received, unitCost] = [random.between(1, 5_000), random.between(0, 900_00)]
      const total = Math.round((received * unitCost) / 100)
      return { itemId: random.pick(shelf()).id, units: null, expected: null, received, unitCost, total }
    })
    const asked = { requestId: nameOf('by-hand'), invoice: null, lines }
    const input: InputOf<'delivery.enter'> = {
      requestId: asked.requestId,
      kind: random.pick(['purchased', 'imported'] as const),
      supplierName: 'Jirani Wholesale',
      supplierPin: random.chance(0.5) ? supplierPin : null,
      lines: lines.map(({ itemId, received, unitCost }) => ({ itemId, quantity: received, unitCost })),
    }
    deliveries.push(asked)
    const kept = { table: 'delivery', requestId: asked.requestId, amount: totalOf(lines) } as const
    insist('a delivery by hand', kept, () => till.ask('manager', 'delivery.enter', input))
  }

  return {
    delivery: (): void => {
      if (!till.running()) return
      if (random.chance(0.35)) enter()
      else {
        invoiceUs()
        // The authority shows it a little later.
        time.after(random.between(0, 5_000), () => {
          if (till.running() && !over()) void takeIn()
        })
      }
    },
  }
}
