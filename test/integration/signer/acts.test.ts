/** Acts of people at a till whose branch is signed by the hub, and what the till's own queue becomes. */

import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { OutcomeBody } from '../../../core/contract/hub/outcome.ts'
import { createDelegate, type DelegateLink } from '../../../core/link/delegate.ts'
import { applyOutcome } from '../../../core/link/outcomes.ts'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { timing } from '../../../core/queue/timing.ts'
import { type OurStock, ourStock, unequalStock } from '../../support/equalStock.ts'
import { ownPrograms } from '../../support/postgres.ts'
import { memoryLog } from '../../support/server.ts'
import { salePaths, startAuthority } from '../../support/shop.ts'
import { openTill, type TestTill, uidOf } from './branch.ts'
import { openTestHub, openTestSigner } from './hub.ts'

const refusal = { kind: 'refuse', code: '910', text: 'Rejected for the test', paths: salePaths, times: 1 }

const openBranch = async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const hub = await openTestHub(ownPrograms())
  const till = await openTill('T1', { delegated: true })
  const soap = await till.goods()
  const signer = await openTestSigner({ hub, authority })
  /** Everything went up, and every outcome came down, until the till's rows are so. */
  const becomes = (check: () => void) =>
    vi.waitFor(
      async () => {
        await hub.heard(till)
        signer.wake()
        await hub.tell(till)
        check()
      },
      { timeout: 30_000, interval: 30 },
    )
  return { authority, hub, till, soap, signer, becomes }
}

const stateOf = (till: TestTill, invoiceId: number) => till.rowOf(invoiceId).state

test('items, goods and the stock masters of a till end without a device of its own', async () => {
  const { till, becomes, authority, signer } = await openBranch()
  await becomes(() => expect(till.rows("state <> 'accepted'")).toEqual([]))
  expect(till.rows().map(({ kind }) => kind)).toEqual(expect.arrayContaining(['item', 'stockRecord']))
  expect(till.read('select registration from item')).toEqual([{ registration: 'registered' }])
  expect(unequalStock(signer.read<OurStock>(ourStock), (await authority.ledger()).stock)).toEqual([])
  expect(unequalStock(till.read<OurStock>(ourStock), (await authority.ledger()).stock)).toEqual([])
})

test('a customer that a till changes is sent as it is now, also while its first record waits', async () => {
  const { authority, till, signer, becomes } = await openBranch()
  const names = async () =>
    (await authority.ledger()).records.flatMap(({ request }) => request['custNm'] ?? [])
  const save = (name: string, id?: number) =>
    till.call('customer.save', { ...(id ? { id } : {}), name, pin: 'A000000001Z', requestId: name })
  const { id } = await save('Mama Njeri')
  await becomes(() => expect(till.rows("kind = 'customer' and state <> 'accepted'")).toEqual([]))
  expect(await names()).toEqual(['Mama Njeri'])
  await authority.offline(true)
  for (const name of ['Njeri Wines', 'Njeri Wines Ltd']) {
    await save(name, id ?? 0)
    await becomes(() => expect(signer.read('select name from customer')).toEqual([{ name }]))
  }
  await authority.offline(false)
  signer.profile.submitter.tryNow()
  await becomes(() => expect(till.rows("kind = 'customer' and state <> 'accepted'")).toEqual([]))
  expect((await names()).at(-1)).toBe('Njeri Wines Ltd')
})

test('a rejected item is sent again from its till, unchanged, and what waited for it follows', async () => {
  const { authority, till, becomes } = await openBranch()
  await becomes(() => expect(till.rows("state <> 'accepted'")).toEqual([]))
  await authority.faults({ ...refusal, paths: ['saveItem'] })
  const pen = await till.goods({ name: 'Pen' })
  const { invoiceId } = await till.sell(pen)
  const item = () => till.rows("kind = 'item' and title = 'Pen'")[0]!
  await becomes(() => expect(item()).toMatchObject({ state: 'refused', last_text: 'Rejected for the test' }))
  await till.call('queue.resend', { id: item().id })
  await becomes(() => expect(till.rows("state <> 'accepted'")).toEqual([]))
  expect(stateOf(till, invoiceId)).toBe('accepted')
})

test('a rejected sale is sent again from its till', async () => {
  const { authority, hub, till, soap, becomes } = await openBranch()
  await becomes(() => expect(till.rows("state <> 'accepted'")).toEqual([]))
  await authority.faults(refusal)
  const { invoiceId } = await till.sell(soap)
  await becomes(() => expect(stateOf(till, invoiceId)).toBe('refused'))
  expect(till.rowOf(invoiceId)).toMatchObject({ last_code: '910', last_text: 'Rejected for the test' })
  const told = await hub.outcomes(till)
  await till.call('queue.resend', { id: till.rowOf(invoiceId).id })
  // The old outcome comes again, and is late, also before the trail says that the sale is owed once more.
  till.db.transaction(() => {
    for (const [seq, body] of told) applyOutcome({ db: till.db, now: Date.now }, { seq, body }, [])
  })
  expect(stateOf(till, invoiceId)).toBe('queued')
  await becomes(() => expect(stateOf(till, invoiceId)).toBe('accepted'))
  expect(till.read('select signature from signature')).toHaveLength(1)
  expect((await authority.ledger()).sales).toHaveLength(1)
})

test('a rejected sale is withdrawn at its till, and its goods are back on every shelf', async () => {
  const { authority, till, soap, signer, becomes } = await openBranch()
  await becomes(() => expect(till.rows("state <> 'accepted'")).toEqual([]))
  await authority.faults(refusal)
  const { invoiceId } = await till.sell(soap, 3)
  await becomes(() => expect(stateOf(till, invoiceId)).toBe('refused'))
  await till.call('queue.withdraw', { id: till.rowOf(invoiceId).id, reason: 'Typed twice' })
  await becomes(() =>
    expect(signer.read("select withdrawn_by, withdrawn_reason from submission where kind = 'sale'")).toEqual([
      { withdrawn_by: 'Wanjiru', withdrawn_reason: 'Typed twice' },
    ]),
  )
  expect(signer.read('select on_hand from item')).toEqual(till.read('select on_hand from item'))
  expect(unequalStock(till.read<OurStock>(ourStock), (await authority.ledger()).stock)).toEqual([])
})

const outcome = (submission: number, change: Partial<OutcomeBody> = {}): OutcomeBody => ({
  submission,
  answers: 1_000,
  hash: null,
  state: 'accepted',
  code: '000',
  text: null,
  remedy: null,
  by: null,
  number: 7,
  signature: {
    receiptNumber: 7,
    totalReceiptNumber: 7,
    internalData: 'I',
    signature: 'S',
    signedAt: '20260101000000',
  },
  original: null,
  scuId: 'SCU',
  mrcNo: 'MRC',
  at: 1,
  ...change,
})

test('a caller waits for the outcome while the hub answers, and not at all while it is away', async () => {
  const till = await openTill('T1', { delegated: true })
  const { invoiceId } = await till.sell(await till.goods())
  const { id } = till.rowOf(invoiceId)
  await till.close()
  let isUp = true
  const link: DelegateLink = { isUp: () => isUp, hurry: () => undefined }
  const delegate = createDelegate({
    db: till.db,
    ports: { clock: systemClock, log: memoryLog() },
    timing,
    diskFailed: () => undefined,
    emit: () => undefined,
  })
  delegate.linked(link)
  delegate.start()
  const waiting = delegate.whenSettled(id, 20_000)
  expect(await Promise.race([waiting.then(() => 'ended'), setTimeout(50, 'waits')])).toBe('waits')
  delegate.silent()
  expect(await waiting).toMatchObject({ state: 'queued' })
  isUp = false
  expect(await delegate.whenSettled(id, 20_000)).toMatchObject({ state: 'queued' })
  isUp = true
  const again = delegate.whenSettled(id, 20_000)
  const sale = till.facts().find(({ kind }) => kind === 'sale')
  const tell = (hash = '') =>
    applyOutcome({ db: till.db, now: Date.now }, { seq: sale?.seq ?? 0, body: outcome(id, { hash }) }, [])
  // It is of a copied till's document.
  expect(tell('f'.repeat(64))).toBeUndefined()
  const settled = tell(sale?.hash)
  delegate.settled([settled ?? 0])
  expect(await again).toMatchObject({ state: 'accepted', authority_number: 7 })
  expect(
    till.db.all({ sql: 'select scu_id, mrc_no, signature from signature', parameters: [] } as never),
  ).toEqual([{ scu_id: 'SCU', mrc_no: 'MRC', signature: 'S' }])
  // It comes again after a hub was put back.
  expect(tell(sale?.hash)).toBeUndefined()
  await delegate.stop()
})

test('a credit note that another signer ended is not sent, although its sale came much later', async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const hub = await openTestHub(ownPrograms())
  const [one, two] = [await openTill('T1', { delegated: true }), await openTill('T2', { delegated: true })]
  const [soap, same] = [await one.goods(), await two.goods({ stock: 0 })]
  const { invoiceId } = await one.sell(soap)
  const elsewhere = await two.sell(same)
  await two.call('invoice.credit', { id: elsewhere.invoiceId, reason: '06' })
  const ofOne = `${one.origin.uid}/${invoiceId}`
  const factsOf = two.facts
  two.facts = (after) =>
    factsOf(after).map((fact) =>
      fact.kind === 'creditNote' && fact.rows
        ? { ...fact, rows: { ...fact.rows, row: { ...fact.rows.row, original_uid: ofOne } } }
        : fact,
    )
  await hub.heard(two)
  const note = two.facts().find(({ kind }) => kind === 'creditNote')
  const ended: OutcomeBody = {
    ...{ submission: 0, answers: note?.seq ?? 0, hash: null, state: 'accepted', code: null, text: null },
    ...{ remedy: null, by: null, number: null, signature: null, original: null, scuId: '', mrcNo: '', at: 1 },
  }
  const { id: origin } = await hub.db.selectFrom('origin').select('id').executeTakeFirstOrThrow()
  const row = { origin, seq: note?.seq ?? 0, body: JSON.stringify(ended), epoch: 1 }
  await hub.db.insertInto('outcome').values(row).execute()
  const signer = await openTestSigner({ hub, authority })
  // Its goods wait too.
  const later = 'select seq from taken_later'
  await vi.waitFor(() => expect(signer.read(later)).toHaveLength(2), { timeout: 15_000 })
  await two.sell(same)
  await hub.heard(two)
  await signer.catchUp()
  // What a till owes lets the signer try again.
  await one.call('customer.save', { name: 'Mama Njeri', pin: 'A000000001Z', requestId: 'mama-njeri' })
  await vi.waitFor(
    async () => {
      await hub.heard(one)
      await signer.catchUp()
      expect(signer.read(later)).toEqual([])
    },
    { timeout: 15_000 },
  )
  expect(signer.read("select state from submission where kind = 'creditNote'")).toEqual([
    { state: 'accepted' },
  ])
})

test('a credit note of a lost till’s sale keeps no till from leaving that knows how it ended', async () => {
  const till = await openTill('T1', { delegated: true })
  const soap = await till.goods()
  const { invoiceId } = await till.sell(soap)
  await till.call('invoice.credit', { id: invoiceId, reason: '06' })
  const facts = till.facts()
  const note = facts.find(({ kind }) => kind === 'creditNote')?.seq ?? 0
  const lost = `${uidOf('a till that was lost')}/7`
  const ended = (state: string) =>
    facts.map((fact) => {
      if (!fact.rows?.submissions || fact.seq < note) return fact
      const row = fact.kind === 'creditNote' ? { ...fact.rows.row, original_uid: lost } : fact.rows.row
      const submissions = fact.rows.submissions.map((owed) => ({ ...owed, state }))
      return { ...fact, rows: { ...fact.rows, row, submissions } }
    })
  const expectWaiting = async (state: string, count: number) => {
    const hub = await openTestHub(ownPrograms())
    till.facts = (after = 0) => ended(state).filter(({ seq }) => seq > after)
    await hub.heard(till)
    const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
    const signer = await openTestSigner({ hub, authority })
    await vi.waitFor(
      async () => {
        await signer.catchUp()
        expect(signer.read("select 1 from submission where state <> 'accepted'")).toEqual([])
        expect(signer.read("select 1 from submission where kind = 'sale'")).toHaveLength(1)
        const own = await signer.waiting({ uid: till.origin.uid, upTo: note })
        expect([own, await signer.waiting(null)]).toEqual([count, count])
      },
      { timeout: 30_000 },
    )
  }
  await expectWaiting('accepted', 0)
  await expectWaiting('queued', 2)
})
