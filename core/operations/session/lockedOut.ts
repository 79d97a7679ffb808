import { fail } from '../../contract/errors.ts'

/** `until`: epoch milliseconds. */
export const lockedOut = (until: number) =>
  fail('001', 'session.lockedOut', 'Too many wrong PINs. Wait a little, then try again.', {
    field: 'pin',
    params: { until },
  })
