/** Figures of a day. Withdrawn documents are counted but in no sum. Amounts of credit notes are negative. */
import { auditHead, noHash } from '../../../db/profile/audit.ts'
import {
  copiesBetween,
  documentsOfDay,
  namedDocument,
  paymentsOfDay,
  taxesOfDay,
} from '../../../db/profile/dayReport.ts'
import { nextNumber } from '../../../db/profile/lanes.ts'
import { device } from '../../../db/profile/reference.ts'
import type { DayReport, Sums } from '../../contract/report.ts'
import { type PaymentMethod, paymentLabels, paymentMethod, paymentMethods } from '../../fiscal/codes.ts'
import { dayMs, parseWireDate } from '../../fiscal/dates.ts'
import { type TaxRates, taxTypes } from '../../fiscal/tax.ts'
import type { Profile } from '../../profile/profile.ts'
import { stateOf } from '../sales/invoiceState.ts'
import { paymentTable } from '../sales/payment.ts'

type Documents = ReturnType<typeof documentsOfDay>

/** The series that numbers the prints of a day's report. */
export const printSeries = (day: string): string => `report.${day}`

const sign = (kind: 'sale' | 'creditNote'): 1 | -1 => (kind === 'sale' ? 1 : -1)
const add = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const sumsOf = (rows: Documents): Sums => {
  const sum = (of: (row: Documents[number]) => number) => add(rows.map((row) => sign(row.kind) * of(row)))
  return {
    documents: add(rows.map(({ documents }) => documents)),
    beforeDiscount: sum(({ total, discount }) => total + discount),
    discount: sum(({ discount }) => discount),
    total: sum(({ total }) => total),
    taxable: sum(({ taxable }) => taxable),
    tax: sum(({ tax }) => tax),
  }
}

const statesOf = (rows: Documents): DayReport['states'] => {
  const states = { signed: 0, waiting: 0, unknown: 0, refused: 0, acceptedUnsigned: 0, withdrawn: 0 }
  for (const { state, signed, documents } of rows) states[stateOf(state, signed === 1)] += documents
  return states
}

const cashiersOf = (rows: Documents): DayReport['cashiers'] => {
  const ids = [...new Set(rows.map(({ author_id }) => author_id))]
  return ids.map((id) => {
    const own = rows.filter(({ author_id }) => author_id === id)
    const count = (kind: 'sale' | 'creditNote') =>
      add(own.filter((row) => row.kind === kind).map(({ documents }) => documents))
    return {
      name: own[0]?.author_name ?? '',
      sales: count('sale'),
      creditNotes: count('creditNote'),
      total: sumsOf(own).total,
    }
  })
}

const paidOf = ({ db }: Profile, day: string, change: number): Pick<DayReport, 'payments' | 'drawer'> => {
  const table = paymentTable(db)
  // The till stores its own words, other software sends codes.
  const rows = paymentsOfDay(db, day).map(({ kind, way, amount }) => ({
    kind,
    method: way === null ? null : paymentMethod(way, table),
    amount,
  }))
  const amountOf = (kind: 'sale' | 'creditNote', method: PaymentMethod | null) =>
    add(rows.filter((row) => row.kind === kind && row.method === method).map(({ amount }) => amount))
  const methods = [...paymentMethods, null].filter((method) => rows.some((row) => row.method === method))
  const payments = methods.map((method) => {
    const handed = amountOf('sale', method)
    const back = method === 'cash' ? change : 0
    const refunded = amountOf('creditNote', method)
    return {
      method,
      name: method === null ? '' : paymentLabels[method],
      paid: handed - back,
      refunded: 0 - refunded,
      total: handed - back - refunded,
    }
  })
  const cashIn = amountOf('sale', 'cash')
  const refunds = amountOf('creditNote', 'cash')
  return {
    payments,
    drawer: { cashIn, change: 0 - change, refunds: 0 - refunds, expected: cashIn - change - refunds },
  }
}

const least = (numbers: number[]): number => Math.min(...numbers)
const most = (numbers: number[]): number => Math.max(...numbers)

const numbersOf = ({ db }: Profile, rows: Documents): DayReport['numbers'] => {
  const own = (kind: 'sale' | 'creditNote') => {
    const of = rows.filter((row) => row.kind === kind)
    if (of.length === 0) return null
    const number = (id: number) => namedDocument(db, id)?.number ?? ''
    return {
      first: number(least(of.map(({ first_id }) => first_id))),
      last: number(most(of.map(({ last_id }) => last_id))),
    }
  }
  const numbered = rows.flatMap(({ first_authority, last_authority }) =>
    first_authority === null || last_authority === null ? [] : [first_authority, last_authority],
  )
  return {
    sales: own('sale'),
    creditNotes: own('creditNote'),
    authority:
      numbered.length === 0 ? null : { first: String(least(numbered)), last: String(most(numbered)) },
  }
}

const copiesOf = ({ db }: Profile, day: string): DayReport['copies'] => {
  const from = parseWireDate(day) ?? 0
  const rows = copiesBetween(db, from, from + dayMs)
  const of = (kind: 'sale' | 'creditNote') => {
    const { documents = 0, total = 0 } = rows.find((row) => row.kind === kind) ?? {}
    return { documents, total: sign(kind) * total + 0 }
  }
  return { sales: of('sale'), creditNotes: of('creditNote') }
}

/** The rates of the last document of that day; the present ones if there is none. */
const ratesOf = (profile: Profile, rows: Documents): TaxRates => {
  if (rows.length === 0) return profile.taxRates()
  const last = namedDocument(profile.db, most(rows.map(({ last_id }) => last_id)))
  return { ...profile.taxRates(), ...(JSON.parse(last?.tax_rates ?? '{}') as Partial<TaxRates>) }
}

const taxesOf = (profile: Profile, day: string, rates: TaxRates): DayReport['taxes'] => {
  const rows = taxesOfDay(profile.db, day)
  return taxTypes.flatMap((taxType) => {
    const own = rows.filter(({ tax_type }) => tax_type === taxType)
    if (own.length === 0) return []
    const sum = (name: 'total' | 'taxable' | 'tax') => add(own.map((row) => sign(row.kind) * row[name]))
    return { taxType, percent: rates[taxType], total: sum('total'), taxable: sum('taxable'), tax: sum('tax') }
  })
}

/** Call it inside a transaction, so that all figures are of one moment. */
export const dayFigures = (profile: Profile, day: string, by: { name: string; at: number }): DayReport => {
  const { db, row } = profile
  const { shop, tillName } = profile.settings()
  const all = documentsOfDay(db, day)
  const counted = all.filter(({ state }) => state !== 'withdrawn')
  const given = all.filter(({ state }) => state === 'withdrawn')
  const unit = device(db)
  const head = auditHead(db)
  return {
    day,
    madeAt: by.at,
    madeBy: by.name,
    shop: {
      name: shop.tradeName,
      pin: row.taxpayer_pin,
      branch: row.branch_id,
      environment: row.environment,
      till: tillName,
    },
    device: unit ? { serial: unit.serial, scuId: unit.sdc_id, mrcNo: unit.mrc_no } : null,
    sales: sumsOf(counted.filter(({ kind }) => kind === 'sale')),
    creditNotes: sumsOf(counted.filter(({ kind }) => kind === 'creditNote')),
    all: sumsOf(counted),
    copies: copiesOf(profile, day),
    taxes: taxesOf(profile, day, ratesOf(profile, counted)),
    ...paidOf(profile, day, add(counted.map(({ change }) => change))),
    cashiers: cashiersOf(counted),
    states: statesOf(all),
    withdrawnTotal: sumsOf(given).total,
    numbers: numbersOf(profile, all),
    audit: { seq: head?.seq ?? 0, hash: head?.hash ?? noHash },
    printed: nextNumber(db, printSeries(day)) - 1,
  }
}
