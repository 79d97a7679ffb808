import { type Label, paperNumber, type Unofficial } from '../../../db/profile/unofficial.ts'
import { fail, ok } from '../../contract/errors.ts'

/** Returns the paper that an earlier call with the same input made. */
export const madeBefore = (before: Unofficial, { label, hash }: { label: Label; hash: string }) => {
  const number = paperNumber(before)
  if (before.label === label && before.body_hash === hash)
    return ok({ id: before.id, number, total: before.total })
  return fail(
    '004',
    'unofficial.requestReused',
    `Another paper, ${number}, was already made under this request. Start a new one.`,
    { field: 'requestId', params: { number } },
  )
}

export const noProforma = (field: string) =>
  fail('801', 'proforma.unknown', 'There is no such proforma. Choose one from the list.', { field })

export const noTrainingPaper = (field: string) =>
  fail('801', 'training.unknown', 'There is no such training receipt.', { field })

export const refusedInTraining = () => fail('003', 'training.refused', 'You are in training. End it first.')
