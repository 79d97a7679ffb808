/** What a signer takes from the tills of its branch, and how it owes the authority for it. */
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { OutcomeBody } from '../../../core/contract/hub/outcome.ts'
import type { Fact } from '../../../core/contract/hub/wire.ts'
import { takeFacts, takeWaiting } from '../../../core/signer/take.ts'
import { waitingFacts } from '../../../db/profile/taken.ts'
import { type OurStock, ourStock, unequalStock } from '../../support/equalStock.ts'
import { startAuthority, type TestAuthority } from '../../support/shop.ts'
import { from, openTaker, openTill, type TestTaker } from './branch.ts'

const strict = () => startAuthority({ dialect: 'legacy', checks: 'strict' })

const soldAs = async (authority: TestAuthority) =>
  (await authority.ledger()).sales.map(({ request }) => request['trdInvcNo'])

const expectEqual = async (signer: TestTaker, authority: TestAuthority) => {
  await signer.settled()
  expect(unequalStock(signer.read<OurStock>(ourStock), (await authority.ledger()).stock)).toEqual([])
}

const counts = (signer: TestTaker) =>
  ['invoice', 'invoice_line', 'stock_record', 'movement', 'submission', 'item', 'taken'].map((table) => [
    table,
    signer.read<{ n: number }>(`select count(*) as n from ${table}`)[0]?.n,
  ])

test('sales of two tills become one series at the authority, and its stock is theirs', async () => {
  const authority = await strict()
  const [one, two] = [await openTill('T1'), await openTill('T2')]
  const soap = await one.goods({ name: 'Soap' })
  const same = await two.goods({ name: 'Soap', stock: 0 })
  const advice = await two.goods({ name: 'Advice', type: '3', itemClass: '8014160000' })
  await one.sell(soap, 2)
  await two.sell([same, advice])
  const sold = await one.sell(soap, 1)
  await one.call('invoice.credit', { id: sold.invoiceId, reason: '06' })
  const signer = await openTaker({ authority })
  signer.take(one, two)
  await expectEqual(signer, authority)
  expect(await soldAs(authority)).toEqual(['T1-1', 'T1-2', 'T1-CN-1', 'T2-1'])
  const { stock, sales } = await authority.ledger()
  expect(sales.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  expect(stock.map(({ onHand }) => onHand)).toEqual([99_997])
})

test('the same facts again change nothing, before and after a restart', async () => {
  const authority = await strict()
  const till = await openTill('T1')
  await till.sell(await till.goods())
  const signer = await openTaker({ authority })
  signer.take(till)
  await signer.settled()
  const before = counts(signer)
  signer.profile.db.transaction(() => takeFacts(signer.taking(), from(till, till.facts())))
  expect(counts(signer)).toEqual(before)
  await signer.stop()
  const again = await openTaker({ authority, folder: signer.folder })
  takeFacts(again.taking(), from(till, till.facts()))
  // A place that was lost does not store a document twice either.
  again.profile.db.run({ sql: 'update taken_from set seq = 0', parameters: [] } as never)
  takeFacts(again.taking(), from(till, till.facts()))
  await again.settled()
  expect(counts(again)).toEqual(before)
  expect(await soldAs(authority)).toEqual(['T1-1'])
})

test('a fact of a kind that is not known waits and is shown, and no other waits for it', async () => {
  const authority = await strict()
  const [one, two] = [await openTill('T1'), await openTill('T2')]
  const [soap, same] = [await one.goods(), await two.goods({ stock: 0 })]
  await one.sell(soap)
  await two.sell(same)
  const signer = await openTaker({ authority })
  const unknown = (fact: Fact): Fact => (fact.subject === 'T1-1' ? { ...fact, kind: 'giftCard', v: 3 } : fact)
  takeFacts(signer.taking(), from(one, one.facts().map(unknown)))
  signer.take(two)
  // Its goods belong to a sale that is not here.
  expect(waitingFacts(signer.profile.db, 10).map(({ subject, reason }) => [subject, reason])).toEqual([
    ['T1-1', 'This version of Kaunta does not know giftCard 3'],
    ['sold/T1-1', 'Its document has not come from the till yet'],
  ])
  await signer.settled()
  expect(await soldAs(authority)).toEqual(['T2-1'])
  const waits = waitingFacts(signer.profile.db, 10).map(({ seq }) => seq)
  takeWaiting(
    signer.taking(),
    from(
      one,
      one.facts().filter(({ seq }) => waits.includes(seq)),
    ),
  )
  signer.profile.submitter.wake()
  expect(waitingFacts(signer.profile.db, 10)).toEqual([])
  await expectEqual(signer, authority)
  expect(await soldAs(authority)).toEqual(['T2-1', 'T1-1'])
})

test('a sale waits for goods that another till brought in', async () => {
  const authority = await strict()
  const [one, two] = [await openTill('T1'), await openTill('T2')]
  const same = await one.goods({ stock: 0 })
  await two.goods({ stock: 5 })
  await one.sell(same, 5)
  const signer = await openTaker({ authority })
  await authority.offline(true)
  signer.take(two, one)
  await authority.offline(false)
  signer.profile.submitter.tryNow()
  await expectEqual(signer, authority)
  expect(await soldAs(authority)).toEqual(['T1-1'])
  expect(signer.read(`select 1 from attempt where outcome = 'refused'`)).toEqual([])
})

/** Two tills that credited one sale of the first. `notes`: the second one's facts. */
const creditedTwice = async () => {
  const [one, two] = [await openTill('T1'), await openTill('T2')]
  const [soap, same] = [await one.goods(), await two.goods({ stock: 0 })]
  const sold = await one.sell(soap)
  await one.call('invoice.credit', { id: sold.invoiceId, reason: '06' })
  const elsewhere = await two.sell(same)
  await two.call('invoice.credit', { id: elsewhere.invoiceId, reason: '06' })
  const ofOne = `${one.origin.uid}/${sold.invoiceId}`
  const facts = two
    .facts()
    .map((fact) =>
      fact.kind === 'creditNote' && fact.rows
        ? { ...fact, rows: { ...fact.rows, row: { ...fact.rows.row, original_uid: ofOne } } }
        : fact,
    )
  return { one, notes: from(two, facts) }
}
const heldTwice = [{ title: 'T2-CN-1', last_text: 'More would be credited than was sold' }]

test('a sale that two tills credited is credited once, and a manager sees the other', async () => {
  const authority = await strict()
  const { one, notes } = await creditedTwice()
  const signer = await openTaker({ authority })
  signer.take(one)
  takeFacts(signer.taking(), notes)
  signer.profile.submitter.wake()
  await signer.settled()
  expect(await soldAs(authority)).toEqual(['T1-1', 'T1-CN-1', 'T2-1'])
  expect(signer.read(`select title, last_text from submission where state = 'refused'`)).toEqual(heldTwice)
})

test('a credit note that waits is held once the signer hears that an earlier one sent the other', async () => {
  const authority = await strict()
  const { one, notes } = await creditedTwice()
  const signer = await openTaker({ authority })
  await authority.offline(true)
  const facts = from(one, one.facts())
  const sent = facts.findIndex(({ fact }) => fact.kind === 'creditNote')
  takeFacts(signer.taking(), facts.slice(0, sent))
  takeFacts(signer.taking(), notes)
  const outcome: OutcomeBody = {
    ...{ submission: 0, answers: 0, hash: null, state: 'accepted', code: null, text: null, remedy: null },
    ...{ by: null, number: 2, signature: null, original: null, scuId: '', mrcNo: '', at: 1 },
  }
  takeFacts({ ...signer.taking(), known: () => ({ outcome }) }, facts.slice(sent, sent + 1))
  expect(signer.read(`select title, last_text from submission where state = 'refused'`)).toEqual(heldTwice)
})

test('a till that was paired anew after a fork credits what it sold before', async () => {
  const authority = await strict()
  const till = await openTill('T1')
  const sold = await till.sell(await till.goods())
  const signer = await openTaker({ authority })
  signer.take(till)
  const upTo = till.facts().at(-1)?.seq ?? 0
  await till.call('invoice.credit', { id: sold.invoiceId, reason: '06' })
  const heir = { uid: randomUUID(), name: 'T2' }
  const { uid } = till.origin
  const taking = { ...signer.taking(), parentOf: (of: string) => (of === heir.uid ? { uid, upTo } : null) }
  takeFacts(
    taking,
    till.facts(upTo).map((fact) => ({ from: heir, fact })),
  )
  expect(waitingFacts(signer.profile.db, 10)).toEqual([])
  signer.profile.submitter.wake()
  await expectEqual(signer, authority)
  expect(await soldAs(authority)).toEqual(['T1-1', 'T1-CN-1'])
})

test('a till that was paired anew after a fork resends what was rejected before, and hears the outcome', async () => {
  const authority = await strict()
  const till = await openTill('T1')
  const rejected = {
    kind: 'refuse',
    code: '910',
    text: 'Invalid taxblAmt',
    times: 1,
    paths: ['saveTrnsSalesOsdc'],
  }
  await authority.faults(rejected)
  await till.sell(await till.goods())
  const signer = await openTaker({ authority })
  signer.take(till)
  const [sale] = till.facts().filter(({ kind }) => kind === 'sale')
  const state = () => signer.read(`select state from submission where title = 'T1-1'`)
  await vi.waitFor(() => expect(state()).toEqual([{ state: 'refused' }]))
  const upTo = till.facts().at(-1)?.seq ?? 0
  const heir = { uid: randomUUID(), name: 'T2' }
  const { uid } = till.origin
  const taking = { ...signer.taking(), parentOf: (of: string) => (of === heir.uid ? { uid, upTo } : null) }
  const [row] = sale?.rows?.submissions ?? []
  const again = { ...sale, seq: upTo + 1, kind: 'owed', rows: { row }, uids: sale?.uids } as Fact
  takeFacts(taking, [{ from: heir, fact: again }])
  expect(waitingFacts(signer.profile.db, 10)).toEqual([])
  signer.profile.submitter.wake()
  await expectEqual(signer, authority)
  expect(await soldAs(authority)).toEqual(['T1-1'])
  const told =
    signer.read(`select taken_from.name, answers from taken join taken_from on taken_from.id = origin
    where submission_id = (select id from submission where title = 'T1-1') order by answers`)
  expect(told).toEqual([
    { name: 'T1', answers: sale?.seq },
    { name: 'T2', answers: upTo + 1 },
  ])
})

test('of the last one, sold at two tills, one sale is signed and a person is asked about the other', async () => {
  const authority = await strict()
  const [one, two] = [await openTill('T1'), await openTill('T2')]
  const [soap, same] = [await one.goods({ stock: 1 }), await two.goods({ stock: 0 })]
  await one.sell(soap)
  await two.sell(same)
  const signer = await openTaker({ authority })
  signer.take(one, two)
  await signer.settled()
  expect(await soldAs(authority)).toEqual(['T1-1'])
  expect(signer.read(`select title from submission where state = 'refused'`)).toEqual([{ title: 'T2-1' }])
})

test('two branches that share the counters of a PIN use no number twice, and no person is asked', async () => {
  const authority = await strict()
  const [one, two] = [await openTill('T1'), await openTill('T2')]
  const [soap, same] = [await one.goods(), await two.goods()]
  for (let sale = 0; sale < 8; sale++) {
    await one.sell(soap)
    await two.sell(same)
  }
  const signers = [await openTaker({ authority }), await openTaker({ authority, branch: '01' })] as const
  signers[0].take(one)
  signers[1].take(two)
  for (const signer of signers) await signer.settled()
  const { sales } = await authority.ledger()
  expect(sales.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 16 }, (_, index) => index + 1),
  )
  for (const signer of signers)
    expect(signer.read(`select title, last_text from submission where state <> 'accepted'`)).toEqual([])
  // They did meet, or this shows nothing.
  const met = signers.flatMap((signer) => signer.read(`select 1 from attempt where outcome = 'refused'`))
  expect(met.length).toBeGreaterThan(0)
})
