/** Purchases and decisions at customs that a signer tells: in their order, and not again after a take-over. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Shop, taxpayer } from '../../support/shop.ts'
import { purchasePaths } from '../queue/stuck.ts'
import { sameItem } from './branch.ts'
import type { OwnHub } from './ownHub.ts'
import { answers, lose, open, openBranch, settled, takeOver, waitFor } from './takingOver.ts'

/** Kinds of stock records at the authority. */
const [customs, purchase, opening, sale] = ['01', '02', '06', '11']

const openSupplied = async () => {
  const branch = await openBranch('strict')
  const { authority, first, second, third } = branch
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const [soap] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
  await settled(first.shop, second.shop, third)
  await authority.control('POST', 'supplier-invoices', {
    ...{ tin: taxpayer, supplier: 'P051444444D', number: 900 },
    lines: [{ code: 'SUP-1', class: '5059690800', name: 'Soap', taxType: 'B', price: 100, quantity: 5 }],
  })
  await second.shop.call('delivery.fetch')
  await second.shop.call('customs.fetch')
  return { ...branch, soap }
}

const deliver = async (till: Shop, itemId: number) => {
  const { invoices } = await till.call('delivery.invoices', { filter: 'all' })
  const { id = 0 } = invoices.find(({ number }) => number === '900') ?? {}
  const { lines } = await till.call('delivery.invoice', { id })
  await till.call('delivery.deliver', {
    ...{ requestId: 'delivery-1', invoiceId: id },
    lines: lines.map(({ units, quantity }) => ({ itemId, units, received: (quantity * units) / 100 })),
  })
}

const approve = async (till: Shop, itemId: number) => {
  const { entries } = await till.call('customs.list', { filter: 'all' })
  await till.call('customs.approve', {
    ...{ requestId: 'approve-1', entryId: entries[0]?.id ?? 0, itemId, units: 2400 },
  })
}

const paths = [...purchasePaths, 'updateImportItem']
/** What the signer has of them, beside the goods. */
const signed = ({ hub }: OwnHub) =>
  hub()
    .signers.signer(1)
    ?.profile.db.all({
      sql: "select kind, state, last_text from submission where kind in ('purchase', 'customsEntry')",
      parameters: [],
    } as never)

test('goods are told after the purchase and the decision at customs that bring them', async () => {
  const { authority, second, soap } = await openSupplied()
  const bread = await second.shop.goods({ name: 'Bread', stock: 10 })
  await settled(second.shop)
  await authority.faults({ kind: 'drop', paths })
  await deliver(second.shop, soap.id)
  await approve(second.shop, soap.id)
  await second.shop.sell(bread)
  const told = async () => (await authority.ledger()).stockRecords.map(({ request }) => request['sarTyCd'])
  const sold = [opening, opening, sale]
  await waitFor(async () => expect(await told()).toEqual(sold))
  await waitFor(() => expect(open(second.shop)).toHaveLength(4))
  expect(await told()).toEqual(sold)
  await authority.faults()
  await settled(second.shop)
  expect((await told()).toSorted()).toEqual([...sold, purchase, customs].toSorted())
})

test('a purchase and a decision at customs that ended are not sent again by a new hub, nor by a new file of the signer', async () => {
  const { authority, first, second, third, soap } = await openSupplied()
  await deliver(second.shop, soap.id)
  await approve(second.shop, soap.id)
  await settled(second.shop)
  const asked = await Promise.all(paths.map((path) => authority.asked(path)))
  const expectEnded = async (hub: OwnHub) => {
    await waitFor(() =>
      expect(signed(hub)).toEqual([
        { kind: 'purchase', state: 'accepted', last_text: null },
        { kind: 'customsEntry', state: 'accepted', last_text: null },
      ]),
    )
    await second.shop.sell(soap)
    await settled(second.shop)
    expect(await Promise.all(paths.map((path) => authority.asked(path)))).toEqual(asked)
  }
  await first.shop.call('hub.thisComputer.stop')
  rmSync(join(first.shop.dataDir, 'branchHub/sandbox/hub/signers'), { recursive: true })
  await first.shop.call('hub.thisComputer.start')
  await first.isOn()
  await expectEnded(first)
  await lose(first)
  const address = await takeOver(second)
  await third.call('hub.setAddress', { address })
  await expectEnded(second)
})

test('a purchase that the lost hub had sent untold ends as confirmed', async () => {
  const { authority, first, second, third, soap } = await openSupplied()
  await authority.offline(true)
  await deliver(second.shop, soap.id)
  await waitFor(async () => expect((await second.shop.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  await authority.faults({ kind: 'timeoutAfter', paths: purchasePaths, times: 1 })
  await authority.offline(false)
  await waitFor(async () => expect((await authority.ledger()).purchases).toHaveLength(1))
  await lose(first)
  expect(open(second.shop)).not.toEqual([])
  const address = await takeOver(second)
  await third.call('hub.setAddress', { address })
  await answers(third, null)
  await settled(second.shop)
  expect((await authority.ledger()).purchases).toHaveLength(1)
  expect(second.shop.read("select state from submission where kind = 'purchase'")).toEqual([
    { state: 'accepted' },
  ])
})
