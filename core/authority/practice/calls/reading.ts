import { type Body, text } from '../body.ts'
import { fields } from '../checks/fields.ts'
import { instant } from '../clock.ts'
import type { CallRequest, Window } from './call.ts'

/** The one member of every incremental read: the `resultDt` of the last successful one (authority §1.3). */
export const SINCE = { members: fields('lastReqDt D14 Y') }

/** Rows that changed after `lastReqDt`, to the millisecond: a record of the same second is given again rather than lost. */
export const windowOf = ({ body, asOf }: CallRequest): Window => ({
  from: instant(text(body, 'lastReqDt')) ?? 0,
  to: asOf,
})

/** When the code tables, item classes and other reference data last changed, unless a setting changed them since. */
export const REFERENCE_CHANGED_AT = Date.UTC(2023, 3, 1)

export const within = (at: number, { from, to }: Window): boolean => at > from && at <= to

/** Rows that carry a JSON `body`, as the members they were saved with. */
export const bodies = (rows: readonly { body: string }[]): Body[] =>
  rows.map(({ body }) => JSON.parse(body) as Body)
