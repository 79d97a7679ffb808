import { fail } from '../../contract/errors.ts'
import type { Role } from '../../contract/fields.ts'
import { pinProblem, shortestPin } from '../../contract/pinRules.ts'

/** Why a PIN cannot be set for somebody of this role; null: it can. */
export const pinRefused = (pin: string, role: Role) => {
  const digits = shortestPin[role]
  switch (pinProblem(pin, role)) {
    case 'short':
      return fail(
        '003',
        'pin.short',
        `A PIN of ${role === 'owner' ? 'an' : 'a'} ${role} has at least ${digits} digits.`,
        {
          field: 'pin',
          params: { digits },
        },
      )
    case 'common':
      return fail('003', 'pin.common', 'This PIN is one of the most common ones. Choose another one.', {
        field: 'pin',
      })
    default:
      return null
  }
}

/** Somebody who is raised keeps no PIN that their new role may not choose. */
export const strongerPinNeeded = () =>
  fail('003', 'pin.needed', 'In this role people have a PIN of at least six digits. Enter a new PIN.', {
    field: 'pin',
    params: { digits: shortestPin.manager },
  })
