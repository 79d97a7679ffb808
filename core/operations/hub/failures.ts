import { fail } from '../../contract/errors.ts'

export const notLinked = () => fail('003', 'hub.notLinked', 'This till works alone. Link it to a hub first.')

export const unreachable = (address: string) =>
  fail(
    '006',
    'hub.unreachable',
    `Nothing answered at ${address}. Check the address, and that the hub is on.`,
    { params: { address }, field: 'address' },
  )

export const replaced = (details: { field?: 'address' } = {}) =>
  fail(
    '003',
    'hub.replaced',
    'Another computer took over as this hub. Enter the address of the new hub.',
    details,
  )

export const hubFailed = () =>
  fail('003', 'hub.failed', 'The hub answered with an error. Try again, or look into the log of the hub.')
