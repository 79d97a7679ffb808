import {
  bookedDifferenceSums,
  bookedLines,
  type CountRow,
  countedItems,
  endOfCount,
  itemsNotCounted,
  missingItems,
  reasonsOf,
} from '../../../db/profile/counts.ts'
import { authorOf } from '../../access/actor.ts'
import type { CountRow as Shown } from '../../contract/count.ts'
import { ok } from '../../contract/errors.ts'
import { multiply } from '../../fiscal/money.ts'
import {
  buildCountDifferences,
  buildCountSheet,
  type DifferenceSums,
} from '../../printing/documents/count.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import { unitValue } from '../../shop/stock/unitValue.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { printCounted } from '../shared/printCounted.ts'
import { bookedRows, countedRows, findCount, missingRow, wholeHeadOf } from './view.ts'

/** More would hold up a sale while the page is made. */
const mostOnPaper = 500

interface Differences {
  rows: Shown[]
  others: number
  sums: DifferenceSums
}

const bookedNow = (context: ProfileContext, count: CountRow): Differences => {
  const { db } = context
  const rows = bookedRows(
    count,
    bookedLines(db, count.id, { skip: 0, limit: mostOnPaper, differs: true }),
    context,
  )
  const { differing, missing, more } = bookedDifferenceSums(db, count.id)
  return { rows, others: differing - rows.length, sums: { missing, more } }
}

const countedNow = (context: ProfileContext, count: CountRow): Differences => {
  const all = countedItems(context.db, count.id, { differs: true })
    .map((item) => ({ item, value: multiply(unitValue(item), item.counted - item.expected) }))
    .toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
  const items = all.map(({ item }) => item)
  const sum = (isMeant: (value: number) => boolean) =>
    all.reduce((total, { value }) => total + (isMeant(value) ? value : 0), 0)
  return {
    rows: countedRows(count, items.slice(0, mostOnPaper), context, items),
    others: Math.max(0, items.length - mostOnPaper),
    sums: { missing: sum((value) => value < 0), more: sum((value) => value > 0) },
  }
}

export const printCount: Handler<'count.print'> = (input, context) =>
  printCounted(context, input, () => {
    const { profile, db, ports, actor } = context
    const found = findCount(context, input.id)
    if (!found.ok) return found
    const count = found.data
    const head = reportHeadOf(profile, { name: authorOf(actor).name, at: ports.clock.now() })
    const shown = wholeHeadOf(count, context)
    const { language } = input
    if (input.what === 'sheet') {
      const reasons = reasonsOf(db, count.id)
      const rows = itemsNotCounted(db, count, { limit: mostOnPaper }).map((item) =>
        missingRow(item, reasons.get(item.id)),
      )
      const others = missingItems(db, count) - rows.length
      return ok({ series: null, model: () => buildCountSheet(shown, { rows, others }, { head, language }) })
    }
    const isBooked = endOfCount(db, count.id)?.act === 'booked'
    const differences = isBooked ? bookedNow(context, count) : countedNow(context, count)
    return ok({
      // What differs is final once it is booked.
      series: isBooked ? `count.${count.id}` : null,
      model: (copy: number) => buildCountDifferences(shown, differences, { head, language, copy }),
    })
  })
