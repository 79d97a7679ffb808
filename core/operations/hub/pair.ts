import { beginLeaving } from '../../../db/profile/handOver.ts'
import { hubLinkRow, isSignedByHub, unlinkTill } from '../../../db/profile/hubLink.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { endedByLinking } from '../../contract/hubLink.ts'
import { moveHub } from '../../link/hubIsHere.ts'
import type { PairingFailure } from '../../link/pairing.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Handler } from '../shared/handler.ts'
import { hubFailed, notLinked, replaced, unreachable } from './failures.ts'

const refusals: Record<PairingFailure, (address: string) => ReturnType<typeof fail>> = {
  unreachable,
  notAHub: (address) =>
    fail('003', 'hub.notAHub', `There is no hub of Kaunta at ${address}. Check the address.`, {
      params: { address },
      field: 'address',
    }),
  wrongCode: () =>
    fail('003', 'hub.wrongCode', 'This code does not fit. Enter the code that the hub shows now.', {
      field: 'code',
    }),
  codeEnded: () =>
    fail('003', 'hub.codeEnded', 'This code has ended. Ask for a new code at the hub.', { field: 'code' }),
  otherEnvironment: () =>
    fail('003', 'hub.otherEnvironment', 'This hub is for another environment. Choose another hub.'),
  otherTaxpayer: () =>
    fail('003', 'hub.otherTaxpayer', 'This hub belongs to another taxpayer. Choose another hub.'),
  tooOld: () => fail('003', 'hub.tooOld', 'The hub needs a newer Kaunta. Update this till, then try again.'),
  tooNew: () =>
    fail(
      '003',
      'hub.tooNew',
      'The Kaunta of the hub is too old for this till. Update the hub, then try again.',
    ),
  replaced: () => replaced({ field: 'address' }),
  failed: hubFailed,
}

/** The till's documents bear the name that the hub gave it. */
const takeName = (profile: Profile, who: string): void => {
  const name = hubLinkRow(profile.db)?.name
  if (name !== undefined && name !== profile.settings().tillName)
    profile.saveSettings({ tillName: name }, who)
}

export const pairWithHub: Handler<'hub.pair'> = async ({ address, code }, { profile, db, ports, actor }) => {
  const { pair } = await import('../../link/pairing.ts')
  const { removeEscrow } = await import('../../link/escrow.ts')
  const who = authorOf(actor).name
  const failure = await profile.link.change(async () => {
    const failed = await pair({
      db,
      secrets: ports.secrets,
      row: profile.row,
      name: profile.settings().tillName,
      address,
      code,
      who,
      now: profile.now,
    })
    if (failed === null) takeName(profile, who)
    // That of another hub.
    if (hubLinkRow(db)?.escrow === null) await removeEscrow(ports.secrets, profile.id)
    return failed
  })
  return failure === null ? ok(profile.link.state()) : refusals[failure](address)
}

export const setHubAddress: Handler<'hub.setAddress'> = async ({ address }, { profile, db }) => {
  if (!hubLinkRow(db)) return notLinked()
  await moveHub(profile, address)
  return ok(profile.link.state())
}

export const tryHubNow: Handler<'hub.tryNow'> = (_, { profile, db }) => {
  if (!hubLinkRow(db)) return notLinked()
  profile.link.tryNow()
  return ok(profile.link.state())
}

export const leaveHub: Handler<'hub.leave'> = async (_, { profile, db, ports, actor }) => {
  if (!hubLinkRow(db)) return notLinked()
  const who = authorOf(actor).name
  const mustLink = endedByLinking.has(profile.link.state().link?.problem ?? null)
  /** The signer ends first what it was left. Until then this till is linked, and sells. */
  const leaveLater = () => {
    // The signer would answer nothing, so the till would leave without end.
    if (mustLink)
      return fail(
        '003',
        'hub.mustLink',
        'The hub signs for this till, and takes nothing from it now. Link this till again first, then end the link.',
      )
    beginLeaving(db, profile.now(), who)
    profile.link.tryNow()
    return ok(profile.link.state())
  }
  if (isSignedByHub(db)) return leaveLater()
  const { keyName } = await import('../../link/identity.ts')
  const { removeEscrow } = await import('../../link/escrow.ts')
  const isLeft = await profile.link.change(() => {
    if (isSignedByHub(db)) return false
    unlinkTill(db, profile.now(), who)
    return true
  })
  // It left its documents to the signer while its link ended.
  if (!isLeft) return leaveLater()
  await ports.secrets.remove(keyName(profile.id))
  await removeEscrow(ports.secrets, profile.id)
  return ok(profile.link.state())
}
