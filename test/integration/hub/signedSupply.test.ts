/** Purchases and decisions at customs that a signer tells: in their order, and not again after a take-over. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../support/postgres.ts'
import { type Shop, taxpayer } from '../../support/shop.ts'
import { purchasePaths } from '../queue/stuck.ts'
import { sameItem } from './branch.ts'
import type { OwnHub } from './ownHub.ts'
import { answers, lose, open, openBranch, settled, takeOver, waitFor } from './takingOver.ts'

/** Kinds of stock records at the authority. */
const [customs, purchase, opening, sale] = ['01', '02', '06', '11']

const openSupplied = async (invoices = [900]) => {
  const branch = await openBranch('strict')
  const { authority, first, second, third } = branch
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const [soap] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
  await settled(first.shop, second.shop, third)
  for (const number of invoices)
    await authority.control('POST', 'supplier-invoices', {
      ...{ tin: taxpayer, supplier: 'P051444444D', number },
      lines: [{ code: 'SUP-1', class: '5059690800', name: 'Soap', taxType: 'B', price: 100, quantity: 5 }],
    })
  await second.shop.call('delivery.fetch')
  await second.shop.call('customs.fetch')
  return { ...branch, soap }
}

const deliver = async (till: Shop, itemId: number, invoice = '900') => {
  const { invoices } = await till.call('delivery.invoices', { filter: 'all' })
  const { id = 0 } = invoices.find(({ number }) => number === invoice) ?? {}
  const { lines } = await till.call('delivery.invoice', { id })
  await till.call('delivery.deliver', {
    ...{ requestId: `delivery-${invoice}`, invoiceId: id },
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
const read = ({ hub }: OwnHub, sql: string) =>
  hub()
    .signers.signer(1)
    ?.profile.db.all({ sql, parameters: [] } as never)
/** What the signer sent last of both, beside the goods. */
const signed = (hub: OwnHub) =>
  read(
    hub,
    `select kind, state, last_text from submission
       where id in (select max(id) from submission where kind in ('purchase', 'customsEntry') group by kind) order by id`,
  )
/** Facts that the signer cannot take. */
const waits = (hub: OwnHub) => read(hub, 'select kind, reason from taken_later')

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

test('a purchase and a decision at customs that were sent again and ended are not sent once more by a new hub, nor by a new file of the signer', async () => {
  const { authority, first, second, third, soap } = await openSupplied()
  const folder = openFolder()
  onTestFinished(folder.remove)
  const backups = join(folder.path, 'backups')
  await authority.faults({ kind: 'refuse', code: '910', text: 'Rejected for the test', paths })
  await deliver(second.shop, soap.id)
  await approve(second.shop, soap.id)
  const rejected = () => second.shop.rows("state = 'refused'")
  await waitFor(() => expect(rejected()).toHaveLength(2))
  await authority.offline(true)
  await authority.faults()
  for (const { id } of rejected()) await second.shop.call('queue.resend', { id })
  await waitFor(async () => expect((await second.shop.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  // The backup has both as waiting.
  await first.hub().copies.make('manual', backups)
  await authority.offline(false)
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
    expect(waits(hub)).toEqual([])
  }
  await first.shop.call('hub.thisComputer.stop')
  rmSync(join(first.shop.dataDir, 'branchHub/sandbox/hub/signers'), { recursive: true })
  await first.shop.call('hub.thisComputer.start')
  await first.isOn()
  await expectEnded(first)
  await lose(first)
  const address = await takeOver(second, backups)
  await third.call('hub.setAddress', { address })
  await expectEnded(second)
})

test.each(['the till', 'other software'])(
  'a purchase that the lost hub had sent untold for %s ends as confirmed, and stays so',
  async (by) => {
    const { authority, first, second, third, soap } = await openSupplied([900, 901, 902])
    await third.call('delivery.fetch')
    const { id, code } = await sameItem(third, 'Soap')
    const body = {
      ...{ spplrTin: 'P051444444D', spplrInvcNo: '900', rcptTyCd: 'P' as const, pmtTyCd: '02' },
      ...{ cfmDt: '20260102101500', salesSttsCd: '02' as const, totAmt: 500 },
    }
    const confirm = () => third.software('purchase.confirm', body)
    await authority.offline(true)
    let asked: ReturnType<typeof confirm> | undefined
    if (by === 'the till') await deliver(third, id)
    else {
      const links = [{ spplrItemCd: 'SUP-1', localItemCd: code }]
      await third.software('purchase.linkItems', { purchaseId: '900', links })
      asked = confirm()
    }
    await waitFor(() => expect(open(third)).not.toEqual([]))
    await waitFor(async () => expect((await third.call('hub.state')).link).toMatchObject({ waiting: 0 }))
    await authority.faults({ kind: 'timeoutAfter', paths: purchasePaths, times: 1 })
    await authority.offline(false)
    await waitFor(async () => expect((await authority.ledger()).purchases).toHaveLength(1))
    await lose(first)
    expect(open(third)).not.toEqual([])
    // Software that waits hears at once that the hub is away.
    if (asked) expect(await asked).toMatchObject({ error: { code: '006' } })
    const address = await takeOver(second)
    await deliver(second.shop, soap.id, '901')
    await settled(second.shop)
    await third.call('hub.setAddress', { address })
    await answers(third, null)
    await settled(third)
    expect(await confirm()).toMatchObject({
      error: {
        code: '004',
        data: { cisInvcNo: null, cfmDt: by === 'the till' ? expect.any(String) : body.cfmDt },
      },
    })
    // The authority names the number that comes after those that it has.
    await deliver(second.shop, soap.id, '902')
    await settled(second.shop, third)
    expect((await authority.ledger()).purchases).toHaveLength(3)
    const purchases = [third, second.shop].flatMap((till) =>
      till.read<{ state: string; at: number }>(
        "select state, authority_number as at from submission where kind = 'purchase'",
      ),
    )
    expect(purchases).toEqual([
      { state: 'accepted', at: null },
      { state: 'accepted', at: 2 },
      { state: 'accepted', at: 3 },
    ])
  },
)
