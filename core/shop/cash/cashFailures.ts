/** Failures of the cash book, and what several of its operations check. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { closeOf, openShift, type Shift, shiftByNumber } from '../../../db/profile/shifts.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Denominations } from '../../contract/shift.ts'
import { sumOfDenominations } from '../../fiscal/cash.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'

export const noShift = (number: number) =>
  fail('801', 'shift.unknown', `There is no shift ${number}.`, { field: 'number', params: { number } })

export const requestReused = (field = 'requestId') =>
  fail('004', 'shift.requestReused', 'This request did something else before. Start again.', { field })

/** A sale needs an open shift. */
export const noneOpen = () =>
  fail('003', 'shift.noneOpen', 'No shift is open. Open a shift on the Shift screen, then complete the sale.')

/** Returns the open shift if it has this number. The window may show one that somebody closed meanwhile. */
export const demandOpen = (db: Db, number: number): Reply<Shift> => {
  const open = openShift(db)
  if (open?.number === number) return ok(open)
  const named = shiftByNumber(db, number)
  const close = named && closeOf(db, named.id)
  if (!close) return noShift(number)
  const time = toPaperTime(close.closed_at).slice(0, 5)
  return fail(
    '003',
    'shift.closed',
    `${close.author_name} closed shift ${number} on ${toPaperDate(close.closed_at)} at ${time}. Open a new shift.`,
    { field: 'number', params: { number, name: close.author_name, at: close.closed_at } },
  )
}

/** Returns the cash as a sum and, if it was counted so, by denominations. One of them must be given. */
export const cashIn = ({
  sum,
  denominations,
}: {
  sum?: number | undefined
  denominations?: Denominations | undefined
}): Reply<{ cash: number; denominations: Denominations | null }> => {
  if (denominations) {
    const counted = denominations.filter(({ count }) => count > 0)
    const cash = sumOfDenominations(counted)
    if (sum !== undefined && sum !== cash) {
      return fail(
        '003',
        'shift.sumDiffers',
        'The sum is not that of the notes and coins. Leave one of them out.',
        {
          field: 'sum',
        },
      )
    }
    return ok({ cash, denominations: counted })
  }
  if (sum === undefined) {
    return fail('002', 'input.missing', 'The field sum is missing.', {
      field: 'sum',
      params: { field: 'sum' },
    })
  }
  return ok({ cash: sum, denominations: null })
}
