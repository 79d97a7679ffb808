import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { parseWireDate, toPaperDate } from '../../fiscal/dates.ts'
import type { Handler } from '../shared/handler.ts'

const onPaper = (day: string): string => toPaperDate(parseWireDate(day) ?? 0)

export const giveDay: Handler<'day.give'> = ({ day }, { profile, actor }) => {
  // The authority or another window answered in the meantime.
  if (!profile.day.uncertainty()) return ok({})
  const { from, to } = profile.day.givable()
  if (profile.day.give(day, authorOf(actor).name)) return ok({})
  const params = { day: onPaper(day), from: onPaper(from), to: onPaper(to) }
  return fail('003', 'clock.impossibleDay', `The date cannot be ${day}: it must be from ${from} to ${to}.`, {
    field: 'day',
    params,
  })
}
