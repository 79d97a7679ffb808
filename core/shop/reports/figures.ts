/** Figures of documents, for the day's report, X and Z. Withdrawn documents are counted but in no sum. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { accountSums } from '../../../db/profile/accounts.ts'
import { auditHead, noHash } from '../../../db/profile/audit.ts'
import {
  approvalsBetween,
  cancelledSince,
  copiesBetween,
  documentSums,
  hourSums,
  namedDocument,
  paymentSums,
  reductionsBetween,
  type Scope,
  taxSums,
} from '../../../db/profile/figures.ts'
import { device } from '../../../db/profile/reference.ts'
import { unofficialCopies, unofficialSums } from '../../../db/profile/unofficial.ts'
import type { Figures, Sums } from '../../contract/figures.ts'
import { type PaymentMethod, paymentLabels, paymentMethod, paymentMethods } from '../../fiscal/codes.ts'
import { nairobiOffset } from '../../fiscal/dates.ts'
import { type TaxRates, taxTypes } from '../../fiscal/tax.ts'
import { isPayment, roundingOf } from '../../fiscal/tender.ts'
import type { Profile } from '../../profile/profile.ts'
import { stateOf } from '../sales/invoiceState.ts'
import { paymentTable } from '../sales/payment.ts'

type Documents = ReturnType<typeof documentSums>

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

const statesOf = (rows: Documents): Figures['states'] => {
  const states = { signed: 0, waiting: 0, unknown: 0, refused: 0, acceptedUnsigned: 0, withdrawn: 0 }
  for (const { state, signed, documents } of rows) states[stateOf(state, signed === 1)] += documents
  return states
}

const cashiersOf = (rows: Documents): Figures['cashiers'] => {
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

/** Cents of cash, all positive. */
export interface CashOfDocuments {
  received: number
  change: number
  refunds: number
  /** Paid by customers on account. */
  onAccount: number
}

/** `tender`: the name that a tender of the shop had. */
const named = <M extends PaymentMethod | null>(method: M, tender: string | null) => ({
  method,
  ...(tender !== null && { tender }),
  name: tender ?? (method === null ? '' : paymentLabels[method]),
})

const onAccountOf = (db: Db, scope: Scope): Figures['onAccount'] => {
  const rows = accountSums(db, scope)
  return paymentMethods.flatMap((method) =>
    rows
      .filter((row) => row.method === method)
      .map(({ tender_name, count, amount }) => ({ ...named(method, tender_name), count, total: amount })),
  )
}

const paidOf = (
  { db }: Profile,
  scope: Scope,
  change: number,
): Pick<Figures, 'payments' | 'rounding' | 'onAccount'> & { cash: CashOfDocuments } => {
  const table = paymentTable(db)
  const onAccount = onAccountOf(db, scope)
  // The till stores its own words, other software sends codes.
  const booked = paymentSums(db, scope).map(({ way, ...row }) => ({ ...row, way, method: way ?? '' }))
  const rows = booked.filter(isPayment).map(({ kind, way, tender_name, amount }) => ({
    kind,
    method: way === null ? null : paymentMethod(way, table),
    tender: tender_name,
    amount,
  }))
  const amountOf = (
    kind: 'sale' | 'creditNote',
    method: PaymentMethod | null,
    tender: string | null = null,
  ): number =>
    add(
      rows
        .filter((row) => row.kind === kind && row.method === method && row.tender === tender)
        .map(({ amount }) => amount),
    )
  const ways = [...paymentMethods, null].flatMap((method) => {
    const tenders = new Set(rows.filter((row) => row.method === method).map(({ tender }) => tender))
    const names = [...tenders].toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
    return names.map((tender) => ({ method, tender }))
  })
  const payments = ways.map(({ method, tender }) => {
    const handed = amountOf('sale', method, tender)
    const back = method === 'cash' ? change : 0
    const refunded = amountOf('creditNote', method, tender)
    return {
      ...named(method, tender),
      paid: handed - back,
      refunded: 0 - refunded,
      total: handed - back - refunded,
    }
  })
  return {
    payments,
    rounding: 0 + add(booked.map((row) => sign(row.kind) * roundingOf([row]))),
    onAccount,
    cash: {
      received: amountOf('sale', 'cash'),
      change,
      refunds: amountOf('creditNote', 'cash'),
      onAccount: onAccount.find(({ method }) => method === 'cash')?.total ?? 0,
    },
  }
}

const changeOf = (rows: Documents): number =>
  add(rows.filter(({ state }) => state !== 'withdrawn').map(({ change }) => change))

/** Returns the cash of documents, without their other figures. */
export const cashOf = (profile: Profile, scope: Scope): CashOfDocuments =>
  paidOf(profile, scope, changeOf(documentSums(profile.db, scope))).cash
const least = (numbers: number[]): number => Math.min(...numbers)
const most = (numbers: number[]): number => Math.max(...numbers)

const numbersOf = ({ db }: Profile, rows: Documents): Figures['numbers'] => {
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

interface Span {
  from: number
  to: number
}

const copiesOf = ({ db }: Profile, { from, to }: Span): Figures['copies'] => {
  const rows = copiesBetween(db, from, to)
  const of = (kind: 'sale' | 'creditNote') => {
    const { documents = 0, total = 0 } = rows.find((row) => row.kind === kind) ?? {}
    return { count: documents, total: sign(kind) * total + 0 }
  }
  return { sales: of('sale'), creditNotes: of('creditNote') }
}

const unofficialOf = (db: Db, scope: Scope, { from, to }: Span): Figures['unofficial'] => {
  const signed = (rows: ReturnType<typeof unofficialSums>) =>
    rows.map((row) => ({ ...row, total: row.label === 'TC' ? 0 - row.total : row.total }))
  const sums = signed(unofficialSums(db, scope))
  const copies = signed(unofficialCopies(db, from, to))
  const of = (label: 'TS' | 'TC' | 'PS') => {
    const { count = 0, total = 0 } = sums.find((row) => row.label === label) ?? {}
    return { count, total }
  }
  const all = { count: add(copies.map(({ count }) => count)), total: add(copies.map(({ total }) => total)) }
  return { TS: of('TS'), TC: of('TC'), PS: of('PS'), copies: all }
}

const hoursOf = ({ db }: Profile, scope: Scope): Figures['hours'] => {
  const hours = new Map<number, Figures['hours'][number]>()
  for (const { kind, hour, documents, total } of hourSums(db, scope, nairobiOffset)) {
    const before = hours.get(hour)
    hours.set(hour, {
      hour,
      documents: documents + (before?.documents ?? 0),
      total: sign(kind) * total + (before?.total ?? 0),
    })
  }
  return [...hours.values()]
}

const reductionsOf = ({ db }: Profile, { from, to }: Span, sales: Documents): Figures['reductions'] => {
  const rows = reductionsBetween(db, from, to)
  const of = (which: (row: (typeof rows)[number]) => boolean, unit: 'acts' | 'lines') => {
    const own = rows.filter(which)
    return { count: add(own.map((row) => row[unit])), total: add(own.map(({ amount }) => amount)) }
  }
  const isDropped = (row: (typeof rows)[number]) => row.kind === 'cartDropped' && row.became === 'dropped'
  return {
    discounts: {
      count: add(sales.map(({ discounted }) => discounted)),
      total: add(sales.map(({ discount }) => discount)),
    },
    priceChanges: of(({ kind }) => kind === 'priceChanged', 'lines'),
    voidedLines: of((row) => row.kind === 'cartDropped' && !isDropped(row), 'lines'),
    voidedSales: of(isDropped, 'acts'),
  }
}

/** Documents that a list names. */
const mostNamed = 20

const cancelledOf = ({ db }: Profile, scope: Scope, span: Span): Figures['cancelled'] => {
  const rows = cancelledSince(db, scope, span).map(({ number, kind, total, shift, sold_at }) => ({
    name: number,
    total: sign(kind) * total,
    shift,
    soldAt: sold_at,
  }))
  return { count: rows.length, total: add(rows.map(({ total }) => total)), named: rows.slice(0, mostNamed) }
}

/** The rates of the last document of that day; the present ones if there is none. */
const ratesOf = (profile: Profile, rows: Documents): TaxRates => {
  if (rows.length === 0) return profile.taxRates()
  const last = namedDocument(profile.db, most(rows.map(({ last_id }) => last_id)))
  return { ...profile.taxRates(), ...(JSON.parse(last?.tax_rates ?? '{}') as Partial<TaxRates>) }
}

const taxesOf = (profile: Profile, scope: Scope, rates: TaxRates): Figures['taxes'] => {
  const rows = taxSums(profile.db, scope)
  return taxTypes.flatMap((taxType) => {
    const own = rows.filter(({ tax_type }) => tax_type === taxType)
    if (own.length === 0) return []
    const sum = (name: 'total' | 'taxable' | 'tax') => add(own.map((row) => sign(row.kind) * row[name]))
    return { taxType, percent: rates[taxType], total: sum('total'), taxable: sum('taxable'), tax: sum('tax') }
  })
}

/**
 * Returns the figures of documents, and of what people did meanwhile: copies and reductions from `span.from` until
 * before `span.to`, epoch milliseconds. Call it inside a transaction, so that all figures are of one moment.
 */
export const figuresOf = (
  profile: Profile,
  scope: Scope,
  span: Span,
): { figures: Figures; cash: CashOfDocuments } => {
  const all = documentSums(profile.db, scope)
  const counted = all.filter(({ state }) => state !== 'withdrawn')
  const ofKind = (kind: 'sale' | 'creditNote') => counted.filter((row) => row.kind === kind)
  const { payments, rounding, onAccount, cash } = paidOf(profile, scope, changeOf(all))
  return {
    cash,
    figures: {
      sales: sumsOf(ofKind('sale')),
      creditNotes: sumsOf(ofKind('creditNote')),
      all: sumsOf(counted),
      copies: copiesOf(profile, span),
      unofficial: unofficialOf(profile.db, scope, span),
      taxes: taxesOf(profile, scope, ratesOf(profile, counted)),
      payments,
      rounding,
      onAccount,
      cashiers: cashiersOf(counted),
      hours: hoursOf(profile, scope),
      reductions: reductionsOf(profile, span, ofKind('sale')),
      approvals: approvalsBetween(profile.db, span.from, span.to) as Figures['approvals'],
      states: statesOf(all),
      withdrawnTotal: sumsOf(all.filter(({ state }) => state === 'withdrawn')).total,
      cancelled: cancelledOf(profile, scope, span),
      numbers: numbersOf(profile, all),
    },
  }
}

/** What every report says about itself. */
export const reportHeadOf = (profile: Profile, by: { name: string; at: number }) => {
  const { db, row } = profile
  const { shop, tillName } = profile.settings()
  const unit = device(db)
  const head = auditHead(db)
  return {
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
    audit: { seq: head?.seq ?? 0, hash: head?.hash ?? noHash },
  }
}
