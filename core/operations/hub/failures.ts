import { fail } from '../../contract/errors.ts'

export const notLinked = () => fail('003', 'hub.notLinked', 'This till works alone. Link it to a hub first.')

export const notHere = () => fail('003', 'hub.notHere', 'No hub runs on this computer. Start it first.')

export const notYet = () => fail('003', 'hub.notYet', 'This version of Kaunta cannot do that yet.')
