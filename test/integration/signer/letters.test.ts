/** The tax letter of an item changes while another till of the branch is not heard of, and sells under the old one. */

import { expect, test, vi } from 'vitest'
import { ownReasons } from '../../../core/contract/ownReasons.ts'
import type { Timing } from '../../../core/queue/timing.ts'
import { lettersAround } from '../../../core/signer/letters.ts'
import { itemByUid } from '../../../db/profile/items.ts'
import { endLetterWaits, waitWithLetter } from '../../../db/profile/letterWaits.ts'
import { type OurStock, ourStock, unequalStock } from '../../support/equalStock.ts'
import { ownPrograms } from '../../support/postgres.ts'
import { startAuthority } from '../../support/shop.ts'
import { openTill, type TestTill } from './branch.ts'
import { openTestHub, openTestSigner } from './hub.ts'

const refusal = { kind: 'refuse', code: '910', text: 'Rejected for the test', paths: ['saveItem'] }

const openBranch = async (timing: Partial<Timing> = {}) => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const hub = await openTestHub(ownPrograms())
  const [one, dark] = [await openTill('T1', { delegated: true }), await openTill('T2', { delegated: true })]
  const soap = await one.goods({ name: 'Soap' })
  const same = await dark.goods({ name: 'Soap', stock: 0 })
  const signer = await openTestSigner({ hub, authority, timing })
  /** What these tills have went up, and their outcomes came down, until it is so. */
  const becomes = (tills: TestTill[], check: () => void) =>
    vi.waitFor(
      async () => {
        await hub.heard(...tills)
        signer.wake()
        for (const till of tills) await hub.tell(till)
        check()
      },
      { timeout: 30_000, interval: 30 },
    )
  await becomes([one, dark], () =>
    expect([...one.rows("state <> 'accepted'"), ...dark.rows("state <> 'accepted'")]).toEqual([]),
  )
  const saveAs = async (taxType: 'A' | 'B' | 'C') => {
    await one.call('item.save', {
      ...{ id: soap.id, name: 'Soap', taxType, price: soap.price, itemClass: '5313160900' },
    })
  }
  const soldAs = async () =>
    (await authority.ledger()).sales.map(({ request }) => [
      request['trdInvcNo'],
      (request['itemList'] as { taxTyCd: string }[])[0]?.taxTyCd,
    ])
  return { authority, hub, one, dark, soap, same, signer, becomes, saveAs, soldAs }
}

test('a late sale under the old letter is held, and sent once the item has that letter again', async () => {
  const { authority, one, dark, soap, same, signer, becomes, saveAs, soldAs } = await openBranch()
  const late = await dark.sell(same, 2)
  await saveAs('C')
  const sold = await one.sell(soap)
  await becomes([one], () => expect(one.rowOf(sold.invoiceId).state).toBe('accepted'))
  await becomes([dark], () => expect(dark.rowOf(late.invoiceId).state).toBe('refused'))
  expect(JSON.parse(dark.rowOf(late.invoiceId).remedy ?? '')).toMatchObject({
    remedy: 'oldLetter',
    itemName: 'Soap',
  })
  expect(await soldAs()).toEqual([['T1-1', 'C']])

  await saveAs('B')
  await becomes([one, dark], () => expect(dark.rowOf(late.invoiceId).state).toBe('accepted'))
  expect(await soldAs()).toEqual([
    ['T1-1', 'C'],
    ['T2-1', 'B'],
  ])
  await vi.waitFor(async () =>
    expect(unequalStock(signer.read<OurStock>(ourStock), (await authority.ledger()).stock)).toEqual([]),
  )
})

test('an item whose letter changes again while the first change waits is registered with the last one', async () => {
  const { authority, one, soap, signer, becomes, saveAs, soldAs } = await openBranch()
  await authority.offline(true)
  for (const letter of ['C', 'A'] as const) {
    await saveAs(letter)
    await becomes([one], () =>
      expect(signer.read('select tax_type from item')).toEqual([{ tax_type: letter }]),
    )
  }
  await one.sell(soap)
  await authority.offline(false)
  signer.profile.submitter.tryNow()
  await becomes([one], () => expect(one.rows("kind in ('sale', 'item') and state <> 'accepted'")).toEqual([]))
  expect(await soldAs()).toEqual([['T1-1', 'A']])
  expect(signer.read("select 1 from attempt where outcome = 'refused'")).toEqual([])
})

test('a price of a till that has not heard of the new letter changes the price alone', async () => {
  const { one, dark, same, signer, becomes, saveAs } = await openBranch()
  await saveAs('C')
  await becomes([one], () => expect(signer.read('select tax_type from item')).toEqual([{ tax_type: 'C' }]))
  const price = same.price + 500
  await dark.call('item.save', { id: same.id, name: 'Soap', taxType: 'B', price, itemClass: '5313160900' })
  await becomes([one, dark], () => expect(signer.read('select price from item')).toEqual([{ price }]))
  expect(signer.read('select tax_type from item')).toEqual([{ tax_type: 'C' }])
})

test('a letter that a till changes, sells under and changes again is registered for that sale, though nothing was told to the till', async () => {
  const { one, becomes, soldAs } = await openBranch()
  const rice = await one.goods({ name: 'Rice' })
  const fields = { id: rice.id, name: 'Rice', price: rice.price, itemClass: '5313160900' }
  await one.call('item.save', { ...fields, taxType: 'C' })
  await one.sell(rice)
  await one.call('item.save', { ...fields, taxType: 'B' })
  await one.sell(rice)
  await becomes([one], () => expect(one.rows("kind = 'sale' and state <> 'accepted'")).toEqual([]))
  expect((await soldAs()).map(([, letter]) => letter)).toEqual(['C', 'B'])
})

test('a sale waits for its own letter and goes before the next one, also when its letter is let go and not sent yet', async () => {
  const { authority, one, soap, signer, becomes, saveAs } = await openBranch()
  await authority.offline(true)
  const registrations = () =>
    signer.read<{ id: number }>(
      "select id from submission where kind = 'item' and state <> 'accepted' order by id",
    )
  for (const [index, letter] of (['C', 'A'] as const).entries()) {
    await saveAs(letter)
    await becomes([one], () => expect(registrations()).toHaveLength(index + 1))
    await one.sell(soap)
  }
  const [next, last] = registrations().map(({ id }) => id) as [number, number]
  const { db } = signer.profile
  const itemId = itemByUid(db, one.read<{ uid: string }>('select uid from item')[0]!.uid)!
  db.transaction(() => {
    endLetterWaits(db, itemId)
    waitWithLetter(db, { submission_id: last, item_id: itemId, since: 1 })
  })
  const around = (taxType: string) => lettersAround(db, [{ itemId, taxType }])
  expect(around('B')).toEqual({ earlier: [], later: [next, last] })
  expect(around('C')).toEqual({ earlier: [next], later: [last] })
  expect(around('A')).toEqual({ earlier: [next, last], later: [] })
  db.transaction(() => endLetterWaits(db, itemId))
  expect(around('C')).toEqual({ earlier: [], later: [] })
})

test('sales of both tills from before the change are sent before the new letter is registered', async () => {
  const { authority, one, dark, soap, same, signer, becomes, saveAs, soldAs } = await openBranch()
  await authority.offline(true)
  await one.sell(soap)
  // Registrations have a lane of their own, which is faster than a lane of many sales.
  for (let n = 0; n < 12; n++) await dark.sell(same)
  const taken = () => signer.read("select 1 from submission where kind = 'sale'").length
  await becomes([one, dark], () => expect(taken()).toBe(13))
  await saveAs('C')
  await one.sell(soap)
  await becomes([one, dark], () => expect(taken()).toBe(14))
  expect(signer.read('select tax_type from item')).toEqual([{ tax_type: 'C' }])
  await authority.offline(false)
  signer.profile.submitter.tryNow()
  await becomes([one, dark], () =>
    expect(
      signer.read(
        "select title from submission where kind = 'sale' and state in ('queued', 'sending', 'unknown')",
      ),
    ).toEqual([]),
  )
  expect(signer.read("select title, remedy from submission where state = 'refused'")).toEqual([])
  expect((await soldAs()).map(([, letter]) => letter)).toEqual([...Array(13).fill('B'), 'C'])
  expect(signer.read("select 1 from attempt where outcome = 'refused'")).toEqual([])
})

test('a signer that takes its seat back sends sales of both tills before a letter, whichever one another signer registered', async () => {
  const { authority, hub, one, dark, same, signer, becomes, saveAs, soldAs } = await openBranch()
  const isAccepted = () => expect(one.rows("state <> 'accepted'")).toEqual([])
  await saveAs('C')
  await becomes([one], isAccepted)
  await authority.offline(true)
  await saveAs('B')
  await hub.heard(one, dark)
  await signer.catchUp()
  await signer.close()
  await authority.offline(false)
  const other = await openTestSigner({ hub, authority, deviceOf: signer })
  await vi.waitFor(
    async () => {
      other.wake()
      await hub.tell(one)
      isAccepted()
    },
    { timeout: 30_000, interval: 30 },
  )
  await other.close()
  // It died before the hub was told.
  await hub.db.deleteFrom('outcome').execute()
  await authority.offline(true)
  await saveAs('C')
  for (let n = 0; n < 12; n++) await dark.sell(same)
  await hub.heard(one, dark)
  const back = await openTestSigner({ hub, authority, folder: signer.folder })
  const sales = () => back.read<{ state: string }>("select state from submission where kind = 'sale'")
  await vi.waitFor(() => expect(sales()).toHaveLength(12), { timeout: 30_000, interval: 30 })
  await authority.offline(false)
  back.profile.submitter.tryNow()
  await vi.waitFor(() => expect(sales().every(({ state }) => state === 'accepted')).toBe(true), {
    ...{ timeout: 30_000, interval: 30 },
  })
  expect((await soldAs()).map(([, letter]) => letter)).toEqual(Array(12).fill('B'))
  expect(back.read("select 1 from attempt where outcome = 'refused'")).toEqual([])
})

test('a till sells on under an item whose first registration was rejected after the change of another till', async () => {
  const { authority, one, dark, signer, becomes } = await openBranch({ uncertainMs: 0 })
  await authority.faults({ kind: 'cutBefore', paths: ['saveItem'] })
  const pen = await one.goods({ name: 'Pen', stock: 10 })
  const { invoiceId } = await one.sell(pen, 2)
  const registrations = () =>
    signer.read("select may_have_arrived from submission where kind = 'item' and title = 'Pen'")
  await becomes([one], () => expect(registrations()).toEqual([{ may_have_arrived: 1 }]))
  await dark.goods({ name: 'Pen', price: pen.price + 500, stock: 0 })
  await becomes([dark], () => expect(registrations()).toHaveLength(2))
  await authority.faults({ ...refusal, times: 1 })
  await becomes([one, dark], () =>
    expect(
      [one, dark].flatMap((till) => till.rows("state <> 'accepted'")).map((row) => [row.kind, row.state]),
    ).toEqual([['item', 'withdrawn']]),
  )
  expect(one.rows("state = 'withdrawn'")).toMatchObject([
    { withdrawn_by: 'Kaunta', withdrawn_reason: ownReasons.laterChange, remedy: null },
  ])
  expect(one.read("select subject from audit where kind = 'withdrawn'")).toEqual([{ subject: 'Pen' }])
  expect(one.rowOf(invoiceId)).toMatchObject({ state: 'accepted', blockers: 0 })
  expect(one.read("select registration, on_hand from item where name = 'Pen'")).toEqual([
    { registration: 'registered', on_hand: 800 },
  ])
  await vi.waitFor(async () =>
    expect(unequalStock(one.read<OurStock>(ourStock), (await authority.ledger()).stock)).toEqual([]),
  )
})
