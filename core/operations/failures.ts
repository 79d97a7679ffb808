/** Failures that several operations share. */
import type { Submission } from '../../db/app/submissions.ts'
import { fail } from '../contract/errors.ts'
import type { Remedy } from '../contract/queue.ts'

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

/** Kept, but the authority has not answered in time (`spec 7`: retry after 30 seconds). */
export const notAnsweredYet = (row: Submission | undefined) =>
  fail(
    '006',
    'authority.notAnswered',
    'The tax authority has not answered yet. The document is kept and will be sent; repeat the same call to learn what became of it.',
    row ? { data: { queueId: row.id, state: row.state } } : {},
  )

/** What the authority's refusal is in the interface's own codes. */
export const refusedBy = (row: Submission) => {
  const remedy = row.remedy ? (JSON.parse(row.remedy) as { remedy: Remedy }).remedy : 'callSupport'
  const code = remedy === 'registerItem' ? '005' : remedy === 'checkOriginal' ? '801' : '003'
  const words = `${row.last_text ?? 'no reason given'}${row.last_code ? ` (${row.last_code})` : ''}`
  return fail(code, 'authority.refused', `The tax authority refused it: ${words}`, {
    params: { text: row.last_text ?? '', code: row.last_code ?? '' },
    data: { queueId: row.id, authorityCode: row.last_code, authorityText: row.last_text, remedy },
  })
}
