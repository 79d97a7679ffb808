/** What becomes of tills' changes of what they share, on both versions of PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Fields, Versions } from '../../../core/contract/hub/shared.ts'
import { takeWish, type WishAnswer } from '../../../core/hub/wishes.ts'
import { openOffers } from '../../../db/hub/shared.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { openSharingHub, type SharingHub, soap, wishOf } from './sharingHub.ts'

/** A wish of till 1 or 2, or of the hub (0). Absent versions: the till knows the first one, which the hub made. */
type Step = [by: 0 | 1 | 2, set: Fields, base?: Versions]
interface Case {
  name: string
  kind?: 'person'
  steps: Step[]
  inForce: Fields
  /** What waits for a manager, by till. */
  offered?: Fields
}

const asha: Fields = { name: 'Asha', role: 'cashier', active: 1 }

/** A verifier of the PIN of that name, under a pepper of that name. */
const pinOf = (choice: string, pepper: string, salt = 's'): string => {
  const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`
  return ['scrypt', '16', salt.repeat(22), 'h'.repeat(43), uuid(pepper), uuid(choice)].join('$')
}

const cases: Case[] = [
  {
    name: 'one price on two tills: the first is in force, the second is offered',
    steps: [
      [1, { price: 110_00 }],
      [2, { price: 120_00 }],
    ],
    inForce: { price: 110_00 },
    offered: { price: 120_00 },
  },
  {
    name: 'the same price on two tills is no conflict',
    steps: [
      [1, { price: 110_00 }],
      [2, { price: 110_00 }],
    ],
    inForce: { price: 110_00 },
  },
  {
    name: 'different fields of one item are both in force',
    steps: [
      [1, { price: 110_00 }],
      [2, { name: 'Soap bar' }],
    ],
    inForce: { price: 110_00, name: 'Soap bar' },
  },
  {
    name: 'a wish of two fields is taken in part',
    steps: [
      [1, { price: 110_00 }],
      [2, { price: 120_00, category: 'Washing' }],
    ],
    inForce: { price: 110_00, category: 'Washing' },
    offered: { price: 120_00 },
  },
  {
    name: 'a till that was offline for three days does not undo the price of yesterday',
    steps: [
      [0, { price: 105_00 }],
      [1, { price: 110_00 }, { price: 2 }],
      [2, { price: 95_00, second_name: 'Sabuni' }],
    ],
    inForce: { price: 110_00, second_name: 'Sabuni' },
    offered: { price: 95_00 },
  },
  {
    name: 'a till that has read a change may change it again',
    steps: [
      [1, { price: 110_00 }],
      [2, { price: 120_00 }, { price: 2 }],
    ],
    inForce: { price: 120_00 },
  },
  {
    name: 'of two changes of one till, the later counts, though it has not heard of the first',
    steps: [
      [1, { price: 110_00 }],
      [1, { price: 120_00 }],
    ],
    inForce: { price: 120_00 },
  },
  {
    name: 'a later offer of the same till replaces its earlier one',
    steps: [
      [1, { price: 110_00 }],
      [2, { price: 120_00 }],
      [2, { price: 130_00 }],
    ],
    inForce: { price: 110_00 },
    offered: { price: 130_00 },
  },
  {
    name: 'an offer ends when its value comes into force',
    steps: [
      [1, { price: 110_00 }],
      [2, { price: 120_00 }],
      [0, { price: 120_00 }, { price: 2 }],
    ],
    inForce: { price: 120_00 },
  },
  {
    name: 'a field that is taken away conflicts like any other',
    steps: [
      [1, { description: 'Green' }],
      [2, { description: 'Blue' }, { description: 2 }],
      [1, { description: null }, { description: 2 }],
    ],
    inForce: { description: 'Blue' },
    offered: { description: null },
  },
  {
    name: 'a higher version than the hub has is taken: the hub was put back from a backup',
    steps: [
      [1, { price: 110_00 }, { price: 7 }],
      [2, { price: 110_00 }, { price: 7 }],
      [2, { price: 120_00 }, { price: 6 }],
    ],
    inForce: { price: 110_00 },
    offered: { price: 120_00 },
  },
  {
    name: 'a person who was renamed is dismissed',
    kind: 'person',
    steps: [
      [1, { name: 'Asha W.' }],
      [2, { active: 0 }],
    ],
    inForce: { name: 'Asha W.', active: 0 },
  },
  {
    name: 'a dismissed person who is renamed stays dismissed',
    kind: 'person',
    steps: [
      [1, { active: 0 }],
      [2, { name: 'Asha W.' }],
    ],
    inForce: { name: 'Asha W.', active: 0 },
  },
  {
    name: 'a dismissal beats a return of which its till had not heard',
    kind: 'person',
    steps: [
      [1, { active: 0 }],
      [1, { active: 1 }],
      [2, { active: 0 }],
    ],
    inForce: { active: 0 },
  },
  {
    name: 'a return does not beat a dismissal of which its till had not heard',
    kind: 'person',
    steps: [
      [1, { active: 0 }],
      [0, { active: 1 }, { active: 2 }],
      [1, { active: 0 }, { active: 3 }],
      [2, { active: 1, role: 'manager' }],
    ],
    inForce: { active: 0, role: 'manager' },
    offered: { active: 1 },
  },
  {
    name: 'a PIN that got another pepper gives way to a new PIN, whichever comes first',
    kind: 'person',
    steps: [
      [1, { pin: pinOf('a', '1') }],
      [1, { pin: pinOf('b', '1') }, { pin: 2 }],
      [2, { pin: pinOf('a', '2') }, { pin: 2 }],
    ],
    inForce: { pin: pinOf('b', '1') },
  },
  {
    name: 'a new PIN beats the same PIN under another pepper',
    kind: 'person',
    steps: [
      [1, { pin: pinOf('a', '1') }],
      [2, { pin: pinOf('a', '2') }, { pin: 2 }],
      [1, { pin: pinOf('b', '1') }, { pin: 2 }],
    ],
    inForce: { pin: pinOf('b', '1') },
  },
  {
    name: 'two tills give one PIN the new pepper: the last one counts, and nobody is asked',
    kind: 'person',
    steps: [
      [1, { pin: pinOf('a', '1') }],
      [1, { pin: pinOf('a', '2', 'x') }, { pin: 2 }],
      [2, { pin: pinOf('a', '2', 'y') }, { pin: 2 }],
    ],
    inForce: { pin: pinOf('a', '2', 'y') },
  },
  {
    name: 'of two new PINs the first to come counts, and no verifier is offered to anybody',
    kind: 'person',
    steps: [
      [1, { pin: pinOf('a', '1') }, { pin: 1 }],
      [2, { pin: pinOf('b', '1'), name: 'Asha W.' }],
    ],
    inForce: { pin: pinOf('a', '1'), name: 'Asha W.' },
  },
]

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  let hub: SharingHub
  beforeAll(async () => {
    hub = await openSharingHub(programs, afterAll)
  })
  afterEach(() => hub.empty())

  test.each(cases)('$name', async ({ kind = 'item' as const, steps, inForce, offered = {} }) => {
    const tills = [await hub.till('T1'), await hub.till('T2')]
    const wishers = [{ id: null, branch: tills[0]!.branch }, ...tills] as const
    const uid = randomUUID()
    await hub.apply(wishers[0], wishOf(kind, uid, kind === 'item' ? soap : asha))
    let answer: WishAnswer | undefined
    for (const [by, set, base] of steps) {
      const first = Object.fromEntries(Object.keys(set).map((name) => [name, 1]))
      const wish = wishOf(kind, uid, set, { base: base ?? first, who: `Person ${by}` })
      answer = await hub.apply(wishers[by]!, wish)
    }
    expect((await hub.row(uid))?.body).toMatchObject(inForce)
    const last = steps.at(-1)!
    const isOffered = Object.keys(offered).length > 0
    expect(answer).toMatchObject(
      isOffered
        ? { outcome: 'offered', body: { offered: Object.keys(offered), inForce: expect.anything() } }
        : { outcome: 'applied' },
    )
    const open = await openOffers(hub.db, uid)
    expect(
      open.map(({ who, offered: fields, set }) => ({ who, fields, set: JSON.parse(set) })),
    ).toMatchObject(
      isOffered ? [{ who: `Person ${last[0]}`, fields: Object.keys(offered), set: offered }] : [],
    )
  })

  test('a wish is applied once, however often it comes, and its answer stays', async () => {
    const till = await hub.till('T1')
    const uid = randomUUID()
    await hub.apply(till, wishOf('item', uid, soap))
    const wish = wishOf('item', uid, { price: 110_00 }, { base: { price: 1 } })
    const fact = { content: JSON.stringify(wish) }
    const take = () => hub.db.transaction().execute((tx) => takeWish(tx, till, fact))
    await take()
    await hub.apply(till, wishOf('item', uid, { price: 120_00 }, { base: { price: 2 } }))
    await take()
    expect(await hub.row(uid)).toMatchObject({ body: { price: 120_00 }, versions: { '*': 1, price: 3 } })
    const stored = await hub.db.selectFrom('wish').selectAll().where('uid', '=', wish.uid).execute()
    expect(stored.map(({ answer }) => JSON.parse(answer))).toEqual([{ versions: { price: 2 } }])
  })

  test.each([
    ['no JSON', '{'],
    ['no wish', '{"uid":1}'],
    ['a kind that nobody shares', JSON.stringify({ ...wishOf('item', randomUUID(), {}), of: { kind: 'x' } })],
  ])('a fact that is %s fails and leaves nothing', async (_name, content) => {
    const till = await hub.till('T1')
    await expect(hub.db.transaction().execute((tx) => takeWish(tx, till, { content }))).rejects.toThrow()
    expect(await hub.db.selectFrom('wish').select('uid').execute()).toEqual([])
  })

  test.each<[name: string, set: Fields]>([
    ['a price below zero', { ...soap, price: -1 }],
    ['an unknown tax letter', { ...soap, tax_type: 'Z' }],
    ['no name', { ...soap, name: null }],
    ['a NUL in its name', { ...soap, name: 'So\0ap' }],
    ['half a character', { ...soap, name: 'So\ud800ap' }],
  ])('a new item with %s is refused, and its till is told why', async (_name, set) => {
    const till = await hub.till('T1')
    const uid = randomUUID()
    expect(await hub.apply(till, wishOf('item', uid, set))).toMatchObject({
      outcome: 'refused',
      body: { reason: expect.stringMatching(/./) },
    })
    expect(await hub.row(uid)).toBeUndefined()
  })

  test('two owners who dismissed each other: one stays, and so does a last owner who is to be a manager', async () => {
    const [t1, t2] = [await hub.till('T1'), await hub.till('T2')]
    const [asha, ben] = [randomUUID(), randomUUID()]
    for (const [uid, name] of [
      [asha, 'Asha'],
      [ben, 'Ben'],
    ] as const)
      await hub.apply(t1, wishOf('person', uid, { name, role: 'owner', active: 1 }))
    const base = { active: 1, role: 1 }
    expect(await hub.apply(t1, wishOf('person', ben, { active: 0 }, { base }))).toMatchObject({
      outcome: 'applied',
    })
    expect(await hub.apply(t2, wishOf('person', asha, { active: 0 }, { base }))).toMatchObject({
      outcome: 'offered',
      body: { inForce: { active: 1 } },
    })
    expect(await hub.apply(t2, wishOf('person', asha, { role: 'manager' }, { base }))).toMatchObject({
      outcome: 'offered',
      body: { inForce: { role: 'owner' } },
    })
    expect((await hub.row(asha))?.body).toMatchObject({ role: 'owner', active: 1 })
    // Another branch's owner is no help to this one.
    const far = await hub.till('T3', '01')
    await hub.apply(far, wishOf('person', randomUUID(), { name: 'Cate', role: 'owner', active: 1 }))
    expect((await hub.apply(t1, wishOf('person', asha, { active: 0 }, { base })))?.outcome).toBe('offered')
  })

  test('settings and people are those of a branch, and another branch cannot change them', async () => {
    const [here, there] = [await hub.till('T1', '00'), await hub.till('T2', '01')]
    const [setting, item] = [randomUUID(), randomUUID()]
    await hub.apply(here, wishOf('setting', setting, { name: 'roundCash', value: true }))
    await hub.apply(here, wishOf('item', item, soap))
    const refused = await hub.apply(
      there,
      wishOf('setting', setting, { value: false }, { base: { value: 1 } }),
    )
    expect(refused?.outcome).toBe('refused')
    const taken = await hub.apply(there, wishOf('item', item, { price: 1 }, { base: { price: 1 } }))
    expect(taken?.outcome).toBe('applied')
    expect([await hub.row(setting), await hub.row(item)]).toMatchObject([
      { scope: here.branch, body: { value: true } },
      { scope: 0, body: { price: 1 } },
    ])
  })
})
