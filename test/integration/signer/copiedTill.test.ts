/** A till runs twice, of which one copy is behind, and the hub lost what it had. */
import { describe, expect, test, vi } from 'vitest'
import { ownPrograms } from '../../support/postgres.ts'
import { startAuthority } from '../../support/shop.ts'
import { openTill, type TestTill, uidOf, withTrail } from './branch.ts'
import { openTestHub, openTestSigner } from './hub.ts'

const becomes = (expected: () => Promise<void>) => vi.waitFor(expected, { timeout: 15_000, interval: 50 })

describe.each([ownPrograms()])('PostgreSQL $version', (programs) => {
  test('a copy that is behind gets the signatures that only the other one heard from the lost hub', async () => {
    const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
    const lost = await openTestHub(programs)
    const till = await openTill('T1', { delegated: true })
    const soap = await till.goods()
    await till.sell(soap)
    await till.sell(soap, 2)
    await till.close()
    till.db.close()
    till.copyAside()
    await till.open()
    const first = withTrail(till, till.origin)
    await lost.heard(first)
    const before = await openTestSigner({ hub: lost, authority })
    const signatures = (shop: TestTill) =>
      shop.read<{ signature: string }>(
        'select authority_number, signature from signature order by invoice_id',
      )
    await becomes(async () => {
      await lost.tell(first)
      expect(signatures(first)).toHaveLength(2)
    })
    await before.close()

    const hub = await openTestHub(programs)
    await hub.heard(first)
    const signer = await openTestSigner({ hub, authority, deviceOf: before })
    await signer.catchUp()
    const heard = signatures(first)
    await first.close()
    first.db.close()
    first.copyBack({ withJournal: false })
    await first.open()
    const copy = withTrail(first, first.origin)
    expect(signatures(copy)).toEqual([])
    await becomes(async () => {
      await hub.tell(copy)
      expect(signatures(copy)).toEqual(heard)
    })
    expect((await authority.ledger()).sales).toHaveLength(2)
  })

  test('the signer takes what the copied till sold, and sends nothing of the first one twice', async () => {
    const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
    const soldAs = async () => (await authority.ledger()).sales.map(({ request }) => request['trdInvcNo'])
    const hub = await openTestHub(programs)
    const till = await openTill('T1')
    const soap = await till.goods()
    await till.sell(soap)
    const common = till.facts().length
    await till.close()
    till.db.close()
    till.copyAside()
    await till.open()
    const first = withTrail(till, till.origin)
    await first.sell(soap, 2)
    const lost = first.facts()
    await hub.heard(first)
    const signer = await openTestSigner({ hub, authority })
    await becomes(async () => expect(await soldAs()).toEqual(['T1-1', 'T1-2']))

    await first.close()
    first.db.close()
    first.copyBack({ withJournal: false })
    await first.open()
    const copy = withTrail(first, first.origin)
    const sold = [(await copy.sell(soap, 3)).number, (await copy.sell(soap, 4)).number]
    expect(copy.facts()[common]?.hash).not.toBe(lost[common]?.hash)
    await hub.heard(copy)
    await signer.catchUp()
    await becomes(async () => expect(await soldAs()).toEqual(['T1-1', 'T1-2', ...sold]))

    // The first till was paired anew, and sends its trail after the common part as another one.
    const origin = { uid: uidOf('till T2'), name: 'T2' }
    const again: TestTill = {
      ...first,
      origin,
      facts: (after = 0) => lost.filter(({ seq }) => seq > Math.max(after, common)),
    }
    await hub.heard(again)
    await signer.catchUp()
    const saleOf = (facts: typeof lost, number = '') =>
      facts.find(({ kind, subject }) => kind === 'sale' && subject === number)?.seq ?? 0
    await becomes(async () => {
      const told = [await hub.outcomes(again), await hub.outcomes(copy)] as const
      expect(told[0].get(saleOf(lost, 'T1-2'))).toMatchObject({ state: 'accepted', number: 2 })
      expect(told[1].get(saleOf(copy.facts(), sold[0]))).toMatchObject({ state: 'accepted', number: 3 })
    })
    expect(await soldAs()).toHaveLength(4)
    await hub.tell(copy)
    expect(copy.read('select authority_number as number from signature order by invoice_id')).toEqual(
      [1, 3, 4].map((number) => ({ number })),
    )
  })
})
