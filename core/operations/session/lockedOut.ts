import type { TriesLeft } from '../../access/pinAttempts.ts'
import { fail } from '../../contract/errors.ts'

/** `until`: epoch milliseconds. */
export const lockedOut = (until: number) =>
  fail('001', 'session.lockedOut', 'The last PINs were wrong. Wait a little, then try again.', {
    field: 'pin',
    params: { until },
  })

export const wrongPin = (left: TriesLeft | null) => {
  const { tries = 1, waitMs = 0 } = left ?? {}
  const triesText = tries === 1 ? '1 try is' : `${tries} attempts are`
  const text = `This PIN is wrong. ${triesText} left before a wait of ${waitMs / 1000} seconds.`
  return fail('001', 'session.wrongPin', text, { field: 'pin', params: { tries, waitMs } })
}

/** The person chooses a new PIN before anything else. */
export const newPinNeeded = () =>
  fail('001', 'session.newPin', 'Choose a new PIN first: unlock the till with your present one.', {
    field: 'newPin',
  })

export const noPinHere = () =>
  fail(
    '001',
    'session.noPin',
    'This till does not know your PIN yet. Unlock the till where you got it, or ask an owner for a new PIN.',
    { field: 'pin' },
  )

export const unknownPerson = () =>
  fail('003', 'session.unknownPerson', 'This person does not work here any more. Choose another name.', {
    field: 'userId',
  })
