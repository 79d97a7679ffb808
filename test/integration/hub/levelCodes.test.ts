/** Codes at the authority, as a till hears them with the stock of its branch. */
import { expect, test } from 'vitest'
import type { FeedRow } from '../../../core/contract/hub/wire.ts'
import { applyPage } from '../../../core/link/applyFeed.ts'
import { takeSomeCodes } from '../../../db/profile/hubLevels.ts'
import { linkTill, updateHubLink } from '../../../db/profile/hubLink.ts'
import type { NewItem } from '../../../db/profile/items.ts'
import { soap } from './sharingHub.ts'
import { openSharingTill } from './sharingTill.ts'

const openLinked = async ({ signs }: { signs: boolean }) => {
  const till = await openSharingTill()
  const { db } = till
  const link = { hub: 'hub', pin: '', addresses: '[]', origin: 'T1', name: 'T1', branch: '00' }
  linkTill(db, { ...link, public_key: '', paired_at: 1 }, 'P051000001K/00', 'Asha')
  if (signs) updateHubLink(db, { signs: 1 })
  const changed: string[] = []
  const reader = {
    ...till.sharing,
    changed: (kind: string, keys: string[]) => void changed.push(...keys.map((key) => `${kind} ${key}`)),
    keepPlace: () => undefined,
    stopped: () => false,
  }
  const read = (...rows: FeedRow[]) =>
    applyPage(reader, { place: '1', fromStart: false, rows, more: false, applied: 0 })
  /** Codes by uid; undefined: none. */
  const levels = (told: Record<string, string | undefined>) =>
    read(
      ...Object.entries(told).map(([uid, code]) => ({
        ...({ kind: 'level', uid, onHand: 0, authorityOnHand: 0 } as const),
        ...(code !== undefined && { code }),
      })),
    )
  const items = (known: Record<string, Partial<NewItem>>) => {
    for (const [uid, fields] of Object.entries(known)) till.item({ uid, ...fields })
  }
  const codes = () =>
    Object.fromEntries(
      (
        db.raw.prepare('select uid, registration, authority_code from item').all() as {
          uid: string
          registration: string
          authority_code: string | null
        }[]
      ).map(({ uid, registration, authority_code }) => [uid, [registration, authority_code]]),
    )
  return { db, read, levels, items, codes, changed }
}
const guess = (authority_code: string) => ({ authority_code })
const registered = (authority_code: string) => ({ authority_code, registration: 'registered' as const })

test('an item that the signer registered is registered, and another one loses the code that it was to get', async () => {
  const { levels, items, codes, changed } = await openLinked({ signs: true })
  items({ tea: guess('K1'), rice: {} })
  await levels({ rice: 'K1' })
  const known = { tea: ['waiting', null], rice: ['registered', 'K1'] }
  expect(codes()).toEqual(known)
  expect(changed).toEqual(['item 2'])
  // The hub was put back, and does not know the code.
  await levels({ rice: undefined })
  await levels({ rice: 'K1' })
  expect(codes()).toEqual(known)
  expect(changed).toEqual(['item 2'])
})

test('a code that was told before the item came, or before the signer signed for the till, counts then', async () => {
  const { db, read, levels, items, codes } = await openLinked({ signs: false })
  items({ tea: guess('K9') })
  await levels({ tea: 'K1', rice: 'K2' })
  expect(codes()).toEqual({ tea: ['waiting', 'K9'] })
  updateHubLink(db, { signs: 1 })
  const last = takeSomeCodes(db, 0, 1)
  expect([last, takeSomeCodes(db, last ?? 0, 1)]).toEqual([1, null])
  await read({
    kind: 'item',
    uid: 'rice',
    versions: { '*': 1 },
    active: true,
    body: { ...soap, name: 'Rice' },
  })
  expect(codes()).toEqual({ tea: ['registered', 'K1'], rice: ['registered', 'K2'] })
})

test('an item gets the code of the signer in place of the one that its till had registered', async () => {
  const { read, levels, items, codes } = await openLinked({ signs: true })
  items({ tea: registered('K1'), rice: registered('K2'), oil: registered('K3'), salt: {} })
  await levels({ tea: 'K2', rice: 'K1', salt: 'K3' })
  const known = {
    tea: ['registered', 'K2'],
    rice: ['registered', 'K1'],
    // The hub names no other code of the oil.
    oil: ['registered', 'K3'],
    salt: ['waiting', null],
  }
  expect(codes()).toEqual(known)
  const named = (name: string) => ({
    ...({ kind: 'item', uid: 'milk', versions: { '*': 1 }, active: true } as const),
    body: { ...soap, name, authority_code: 'K7' },
  })
  await read(named('Milk'))
  await levels({ milk: 'K8' })
  await read(named('Fresh milk'))
  expect(codes()).toEqual({ ...known, milk: ['registered', 'K8'] })
})
