import { authorOf } from '../../context.ts'
import { ok } from '../../contract/errors.ts'
import { invalid } from '../failures.ts'
import type { Handler } from '../handler.ts'

export const giveDay: Handler<'day.give'> = ({ day }, { app, actor }) => {
  // The authority, or another window, has told it meanwhile.
  if (!app.day.doubt()) return ok({})
  const { from, to } = app.day.givable()
  if (!app.day.give(day, authorOf(actor).name)) return invalid('day', day, `a day from ${from} to ${to}`)
  return ok({})
}
