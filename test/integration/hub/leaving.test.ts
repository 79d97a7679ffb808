/** A till leaves its hub at the moment in which it leaves its documents to the signer. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { leaveHub } from '../../../core/operations/hub/pair.ts'
import { closeQueue } from '../../../db/profile/handOver.ts'
import { hubLinkRow, isSignedByHub, linkTill } from '../../../db/profile/hubLink.ts'
import { ownPrograms } from '../../support/postgres.ts'
import { openSharingHub } from './sharingHub.ts'
import { syncTill } from './syncing.ts'

test('a till that leaves its documents to the signer while its link ends stays linked until that has ended them', async () => {
  const hub = await openSharingHub(ownPrograms())
  const till = await syncTill(hub, 'T1')
  const { db } = till
  await till.sync()
  const pairing = {
    hub: randomUUID(),
    pin: '',
    addresses: '[]',
    origin: till.at.uid,
    name: 'T1',
    branch: '00',
  }
  linkTill(db, { ...pairing, public_key: '', paired_at: 1 }, 'P051000001K/00', 'Asha')
  await till.sync()
  // A page of the hub is being stored, so the link ends later.
  const [ending, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const link = {
    state: () => ({ role: 'alone', link: null }),
    tryNow: () => undefined,
    change: async (work: () => unknown) => {
      ending.resolve()
      await ended.promise
      return work()
    },
  }
  const leaving = leaveHub({}, {
    db,
    profile: { id: 'p', link, now: Date.now },
    ports: { secrets: { remove: async () => undefined } },
    actor: { kind: 'person', client: 'w', user: { id: 'u', name: 'Asha', role: 'owner' } },
  } as never)
  await ending.promise
  expect(closeQueue(db, 'KAU-1', 1)).toBe(true)
  ended.resolve()
  expect(await leaving).toMatchObject({ ok: true })
  expect(isSignedByHub(db)).toBe(true)
  expect(hubLinkRow(db)?.leaves_at_seq).toEqual(expect.any(Number))
})
