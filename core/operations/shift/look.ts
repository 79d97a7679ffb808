import { closeOf, shiftByNumber } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Sums } from '../../contract/figures.ts'
import type { OutputOf } from '../../contract/index.ts'
import type { ShiftReport } from '../../contract/shift.ts'
import { centsToWire } from '../../fiscal/money.ts'
import { storedReport } from '../../shop/cash/readReport.ts'
import { shiftReportOf } from '../../shop/cash/shiftReport.ts'
import { invalid } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { shiftHead } from './restView.ts'

const sumsOf = ({ documents, total, discount, taxable, tax }: Sums) => ({
  count: documents,
  amount: centsToWire(total),
  discount: centsToWire(discount),
  taxable: centsToWire(taxable),
  tax: centsToWire(tax),
})

const countedOf = ({ count, total }: { count: number; total: number }) => ({
  count,
  amount: centsToWire(total),
})

const reportOf = (report: ShiftReport): OutputOf<'shift.look'>['report'] => ({
  sales: sumsOf(report.sales),
  creditNotes: sumsOf(report.creditNotes),
  taxes: report.taxes.map(({ taxType, percent, total, taxable, tax }) => ({
    taxTyCd: taxType,
    percent,
    amount: centsToWire(total),
    taxable: centsToWire(taxable),
    tax: centsToWire(tax),
  })),
  payments: report.payments.map(({ method, tender = null, paid, refunded }) => ({
    method,
    tender,
    paid: centsToWire(paid),
    refunded: centsToWire(refunded),
  })),
  rounding: centsToWire(report.rounding),
  onAccount: report.onAccount.map(({ method, tender = null, ...each }) => ({
    method,
    tender,
    ...countedOf(each),
  })),
  unofficial: {
    TS: countedOf(report.unofficial.TS),
    TC: countedOf(report.unofficial.TC),
    PS: countedOf(report.unofficial.PS),
    copies: countedOf(report.unofficial.copies),
  },
  cashiers: report.cashiers.map(({ name, sales, creditNotes, total }) => ({
    name,
    sales,
    creditNotes,
    amount: centsToWire(total),
  })),
  drawer: {
    sales: centsToWire(report.drawer.sales),
    refunds: centsToWire(report.drawer.refunds),
    onAccount: centsToWire(report.drawer.onAccount),
    payIn: countedOf(report.drawer.payIn),
    payOut: countedOf(report.drawer.payOut),
    drop: countedOf(report.drawer.drop),
    noSale: report.drawer.noSale,
    expected: centsToWire(report.drawer.expected),
  },
  counted: report.tenders.flatMap(({ method, tender = null, expected, counted, difference }) =>
    counted === null || difference === null
      ? []
      : [
          {
            method,
            tender,
            expected: centsToWire(expected),
            counted: centsToWire(counted),
            difference: centsToWire(difference),
          },
        ],
  ),
  software: countedOf(report.software),
  grandTotal: centsToWire(report.grandTotal.total),
  unsigned: report.carried.unsigned.count,
})

export const lookAtShift: Handler<'shift.look'> = ({ number }, { profile, db, actor }) =>
  db.transaction(() => {
    const shift = shiftByNumber(db, number)
    if (!shift) return invalid('number', String(number), 'the number of a shift')
    const close = closeOf(db, shift.id)
    const report = close
      ? storedReport(close)
      : shiftReportOf(profile, shift, { name: authorOf(actor).name, at: profile.now() })
    const { closed_at = null, author_name: closed_by = null, note = null } = close ?? {}
    return ok({ ...shiftHead({ ...shift, closed_at, closed_by, note }), report: reportOf(report) })
  })
