import { fail } from '../../contract/errors.ts'

export const notLinked = () => fail('003', 'hub.notLinked', 'This till works alone. Link it to a hub first.')

export const notHere = () => fail('003', 'hub.notHere', 'No hub runs on this computer. Start it first.')

export const atHubOnly = () =>
  fail('003', 'hub.atHubOnly', 'This is done at the computer of the hub. Go there, then try again.')

export const unreachable = (address: string) =>
  fail(
    '006',
    'hub.unreachable',
    `Nothing answered at ${address}. Check the address, and that the hub is on.`,
    { params: { address }, field: 'address' },
  )

export const hubFailed = () =>
  fail('003', 'hub.failed', 'The hub answered with an error. Try again, or look into the log of the hub.')

export const noTill = () =>
  fail('003', 'hub.noTill', 'The hub does not know this till. Look at the list again.', { field: 'uid' })

export const notYet = () => fail('003', 'hub.notYet', 'This version of Kaunta cannot do that yet.')
