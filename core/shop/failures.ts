/** Failures that several operations share. */

import type { Db } from '../../db/engine/sqlite.ts'
import { lanesAhead } from '../../db/profile/dependencies.ts'
import { itemById } from '../../db/profile/items.ts'
import { laneRow } from '../../db/profile/lanes.ts'
import { registrationOf } from '../../db/profile/registrations.ts'
import type { PauseReason } from '../../db/profile/schema.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import { fail } from '../contract/errors.ts'
import { restBase } from '../contract/operation.ts'
import type { Remedy } from '../contract/queue.ts'
import { isAside } from '../queue/enqueue.ts'

/** `spec 3`, rule 4. */
export const notReady = () =>
  fail(
    '007',
    'device.notInitialised',
    'The device is not initialized. Call POST /initialize, or initialise it on the Settings screen.',
  )

export const missing = (field: string) =>
  fail('002', 'input.missing', `The field ${field} is missing.`, { field, params: { field } })

export const invalid = (field: string, value: string, rule: string) =>
  fail(
    '003',
    'input.invalid',
    `The field ${field} has the value "${value}", which is not allowed; it must be ${rule}.`,
    {
      field,
      params: { field, rule },
    },
  )

export const itemNotFound = (field: string, code: string) =>
  fail('005', 'item.notFound', `There is no item ${code} (${field}). Register it first via POST /items.`, {
    field,
    params: { code },
  })

export const namedTwice = (field: string, name: string) =>
  fail('003', 'stock.twice', `"${name}" is on the list twice. Remove one line.`, { field, params: { name } })

/** Where other software can query the outcome of a document. */
export const placesOf = ({ id, kind, title }: Pick<Submission, 'id' | 'kind' | 'title'>) => ({
  location: `${restBase}/queue/${id}`,
  ...(kind === 'sale' || kind === 'creditNote'
    ? { sale: `${restBase}/sales/${encodeURIComponent(title)}` }
    : {}),
})

/** Stored, but the authority did not respond in time (`spec 7`: retry after 30 seconds). */
export const notAnsweredYet = (row: Pick<Submission, 'id' | 'kind' | 'title' | 'state'> | undefined) =>
  fail(
    '006',
    'authority.notAnswered',
    'The tax authority has not answered yet. The document is kept and will be sent; repeat the same call to get its outcome.',
    row ? { data: { queueId: row.id, state: row.state, ...placesOf(row) }, kept: true } : {},
  )

const stopped: Record<PauseReason, { code: '006' | '007'; why: string }> = {
  // `spec 3`, rule 4.
  notInitialised: {
    code: '007',
    why: 'The tax authority does not know this device now, so nothing is sent. The document is kept: call POST /initialize, then repeat the same call.',
  },
  notAuthorised: {
    code: '006',
    why: 'The tax authority rejected the credentials of this device, so nothing is sent. The document is kept and retried every few minutes; after you have corrected the credentials call POST /sync, then repeat the same call.',
  },
  counterConflict: {
    code: '006',
    why: "The tax authority's numbers differ from this device's, so nothing is sent. The document is kept: POST /sync, or a manager on the KRA screen, starts another attempt; then repeat the same call.",
  },
}

/** {@link notAnsweredYet}, or the reason why nothing is sent now. */
export const stillWaiting = (db: Db, row: Submission | undefined) => {
  const waiting = notAnsweredYet(row)
  const lanes = row ? [row.lane, ...lanesAhead(db, row.id)] : []
  const reason = lanes.map((lane) => laneRow(db, lane)?.paused_reason).find(Boolean)
  if (!reason) return waiting
  const { code, why } = stopped[reason]
  return { ok: false as const, error: { ...waiting.error, code, message: why } }
}

/** What other software should do about a rejection. The number of a rejected document can be used again. */
export const advice: Record<Remedy, string> = {
  registerItem: 'Register it via POST /items, then send this again.',
  oldLetter:
    'Register it with the tax letter of the sale via POST /items, send this again, then change the letter.',
  fixItem: 'Correct it via POST /items, then send this again.',
  addStock: 'Record the received goods via POST /stock/io, then send this again.',
  fixBuyer: "Correct the buyer's PIN, then send this again.",
  fixClock: 'Correct the date, then send this again.',
  checkOriginal: 'Check the number of the original invoice.',
  checkAmounts: 'Correct the amounts, then send this again.',
  givenTwice: 'More would be credited than was sold. Withdraw this credit note.',
  sendAgain: 'Send this again unchanged for another attempt; the authority gets it only once.',
  changedOnDisk:
    'It is sent as soon as it equals what was stored; after an hour, withdraw it and send it again.',
  callSupport: 'Correct it and send this again, or ask the tax authority.',
}

/** A withdrawn document stays on record, but not in the queue. */
const keptAs = ({ state }: Pick<Submission, 'state'>) =>
  state === 'withdrawn' ? {} : { kept: true as const }

/** The authority may have the document, so its number stays reserved for it. */
const setAside = (row: Submission) =>
  fail(
    '003',
    'queue.setAside',
    row.state === 'refused'
      ? `The tax authority failed on it each time, so it was set aside here. ${advice.sendAgain}`
      : 'It was set aside and then withdrawn here, and the tax authority may still have it. Use another number.',
    {
      data: { queueId: row.id, authorityCode: null, authorityText: null, remedy: 'sendAgain', itemCd: null },
      ...keptAs(row),
    },
  )

/**
 * Translates the authority's rejection into the specification's codes, with the authority's text, our advice and the
 * caller's own item code. `under`: the number for the replacement, which Kaunta may have chosen.
 */
export const refusedBy = (db: Db, row: Submission, under?: string) => {
  if (isAside(row)) return setAside(row)
  const stored = (row.remedy ? JSON.parse(row.remedy) : {}) as { remedy?: Remedy; itemId?: number | null }
  const remedy = stored.remedy ?? 'callSupport'
  const item = stored.itemId ? itemById(db, stored.itemId) : undefined
  const code = remedy === 'registerItem' ? '005' : remedy === 'checkOriginal' ? '801' : '003'
  const words = `${row.last_text ?? 'no reason given'}${row.last_code ? ` (${row.last_code})` : ''}`
  // The authority's quantity comes from its own records. A missing goods receipt is only one possible cause.
  const whatToDo =
    row.kind === 'stockMaster'
      ? 'Send the quantity that it expects; if that is wrong, record the missing goods via POST /stock/io first.'
      : advice[remedy]
  const turnedDown = item?.registration === 'refused' ? registrationOf(db, item.id)?.last_text : null
  const about = item
    ? ` The item is ${item.code}${turnedDown ? `, whose registration was rejected: ${turnedDown}` : ''}.`
    : ''
  return fail(
    code,
    'authority.refused',
    `The tax authority rejected it: ${words}.${about} ${whatToDo}${under ? ` A document sent under ${under} replaces it.` : ''}`,
    {
      params: { text: row.last_text ?? '', code: row.last_code ?? '' },
      data: {
        queueId: row.id,
        authorityCode: row.last_code,
        authorityText: row.last_text,
        remedy,
        itemCd: item?.code ?? null,
      },
      ...keptAs(row),
    },
  )
}

/**
 * True if the document was rejected, or withdrawn after that. It never counted, so its caller may reuse the number.
 */
export const isOver = (row: Submission | undefined): boolean =>
  row?.state === 'refused' || row?.state === 'withdrawn'
