/** Rejected documents by cause: solved together by a person, or resent by Kaunta itself once their cause is gone. */
import { describe, expect, it } from 'vitest'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { expectInStep, type Goods, openShop, type Shop, salePaths } from '../../support/shop.ts'
import { saleOf } from '../rest/software.ts'

/** Sells so many pieces of goods that the authority does not have, each in a sale of its own. */
const sellRefused = async (shop: Shop, goods: Goods | Goods[], quantities: number[]) => {
  const sold: number[] = []
  for (const quantity of quantities) {
    const { invoiceId } = await shop.sell(goods, quantity)
    await shop.becomes(invoiceId, 'refused')
    sold.push(invoiceId)
  }
  return sold
}

const codeOf = (shop: Shop, { id }: Goods): string =>
  shop.read<{ code: string }>(`select code from item where id = ${id}`)[0]!.code

/** A sale of other software: 2 pieces at 116 shillings. */
const callersSale = async (shop: Shop, number: number, goods: Goods): Promise<number> => {
  const line = { itemCd: codeOf(shop, goods), itemTyCd: '2', itemNm: 'Soap', itemClsCd: '5313160900' }
  const body = saleOf(number, line, {
    transaction: { salesDt: toWireDate(Date.now()) },
    autoRegisterItems: false,
  })
  await shop.software('sale.submit', body)
  return shop.read<{ id: number }>(`select id from invoice where number = '${number}'`)[0]!.id
}

const resends = (shop: Shop) =>
  shop.read<{ subject: string; who: string }>(
    "select subject, who from audit where kind = 'resent' order by seq",
  )

const receive = (shop: Shop, { id }: Goods, pieces: number) =>
  shop.call('stock.adjust', { kind: 'received', lines: [{ itemId: id, quantity: pieces * 100 }] })

describe('a manager', () => {
  it('adds what five rejected sales lack and resends all; a second press changes nothing', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ name: 'Bar soap', stock: 2 })
    const bread = await shop.goods({ name: 'Bread', stock: 50 })
    await shop.settled()
    const sold = await sellRefused(shop, [soap, bread], [3, 4, 5, 3, 3])
    const { causes } = await shop.call('queue.causes')
    expect(causes).toMatchObject([
      {
        kind: 'addStock',
        act: 'addStock',
        itemName: 'Bar soap',
        software: null,
        sales: 5,
        count: 5,
        sum: 18 * 2 * soap.price,
        documents: sold.map((invoiceId) => ({ kind: 'sale', invoiceId })),
        goods: [
          { itemId: soap.id, needed: 1800, missing: 1600 },
          { itemId: bread.id, needed: 1800, missing: 0 },
        ],
      },
    ])
    const [{ key, goods }] = causes as [(typeof causes)[0]]
    const lines = goods.filter(({ missing }) => missing > 0)
    const press = (missing = lines) =>
      shop.reply('queue.solve', {
        key,
        stock: {
          kind: 'received',
          reason: 'not entered yesterday',
          lines: missing.map(({ itemId, missing: quantity }) => ({ itemId, quantity })),
        },
      })
    expect(await shop.reply('queue.solve', { key })).toMatchObject({
      ok: false,
      error: { reason: 'queue.reasonMissing' },
    })
    expect(await press(lines.map((line) => ({ ...line, missing: line.missing - 100 })))).toMatchObject({
      ok: false,
      error: { reason: 'queue.causeChanged' },
    })
    const replies = await Promise.all([press(), press()])
    expect(replies.map((reply) => reply.ok && reply.data.resent)).toEqual([5, 0])
    for (const invoiceId of sold) await shop.becomes(invoiceId, 'accepted')
    await shop.settled()
    await expectInStep(shop)
    expect(
      shop.read(`select quantity, remark, r.author_name as who from movement m
        join stock_record r on r.id = m.stock_record_id where remark is not null`),
    ).toEqual([{ quantity: 1600, remark: 'not entered yesterday', who: 'Wanjiru' }])
    expect(resends(shop)).toEqual(sold.map((_, index) => ({ subject: `T1-${index + 1}`, who: 'Wanjiru' })))
    expect((await shop.call('queue.causes')).causes).toEqual([])
  })

  it('sends an item again that the authority does not know, and its sales after it', async () => {
    const shop = await openShop()
    const repair = await shop.goods({ name: 'Repair', type: '3' })
    await shop.settled()
    await shop.authority.faults({
      kind: 'refuse',
      code: '910',
      text: 'Item does not exist in your inventory',
      paths: salePaths,
      times: 2,
    })
    const sold = await sellRefused(shop, repair, [1, 2])
    const { causes } = await shop.call('queue.causes')
    expect(causes).toMatchObject([{ kind: 'registerItem', act: 'registerItem', sales: 2 }])
    await shop.call('queue.solve', { key: causes[0]!.key })
    for (const invoiceId of sold) await shop.becomes(invoiceId, 'accepted')
    expect(shop.rows("kind = 'item'").map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    const [registered] = shop.rows("kind = 'item'").slice(-1)
    for (const invoiceId of sold)
      expect(shop.rowOf(invoiceId).settled_at).toBeGreaterThanOrEqual(registered!.settled_at!)
  })

  it('corrects the buyer of all sales to one PIN, and resends what support was asked about', async () => {
    const shop = await openShop()
    const repair = await shop.goods({ name: 'Repair', type: '3' })
    await shop.settled()
    const refusal = (text: string) => ({ kind: 'refuse', code: '910', text, paths: salePaths, times: 1 })
    await shop.authority.faults(refusal('Invalid custTin'))
    const [buyer] = await sellRefused(shop, repair, [1])
    await shop.authority.faults({ ...refusal('Kindly visit your office'), code: '899' })
    const [support] = await sellRefused(shop, repair, [1])
    const { causes } = await shop.call('queue.causes')
    expect(causes.map(({ kind, act, key }) => [kind, act, key])).toEqual([
      ['fixBuyer', 'correctBuyer', 'fixBuyer/'],
      ['callSupport', 'resend', 'callSupport/899'],
    ])
    expect(await shop.reply('queue.solve', { key: 'fixBuyer/' })).toMatchObject({ ok: false })
    await shop.call('queue.solve', { key: 'fixBuyer/', buyerPin: null })
    await shop.call('queue.solve', { key: 'callSupport/899' })
    for (const invoiceId of [buyer!, support!]) await shop.becomes(invoiceId, 'accepted')
    await expectInStep(shop)
  })
})

describe('Kaunta itself resends sales of its windows', () => {
  interface Case {
    /** What the authority answers to the sales; absent: they lack two pieces. */
    text?: string
    solve(shop: Shop, goods: Goods): Promise<unknown>
  }
  const cases: Record<string, Case> = {
    'when goods come in at a window': { solve: (shop, goods) => receive(shop, goods, 2) },
    'when the items are counted': {
      solve: (shop, { id }) =>
        shop.call('stock.adjust', { kind: 'count', lines: [{ itemId: id, quantity: 0 }] }),
    },
    'when other software records goods': {
      solve: (shop, goods) =>
        shop.software('stock.record', {
          sarNo: 7,
          orgSarNo: 0,
          regTyCd: 'M',
          ocrnDt: toWireDate(Date.now()),
          totItemCnt: 1,
          totTaxblAmt: 200,
          totTax: 32,
          totAmt: 232,
          sarTyCd: '02',
          itemList: [
            {
              itemCd: codeOf(shop, goods),
              itemNm: 'Soap',
              qty: 2,
              prc: 116,
              unitPrice: 116,
              splyAmt: 232,
              totDcAmt: 0,
              taxblAmt: 200,
              taxTyCd: 'B',
              taxAmt: 32,
              totAmt: 232,
              stockTyCd: '02',
            },
          ],
        }),
    },
    'when the item is registered again': {
      text: 'Item does not exist in your inventory',
      solve: (shop, { id, price }) =>
        shop.call('item.save', { id, name: 'Soap, blue', taxType: 'B', price, itemClass: '5313160900' }),
    },
    'when new rates are fetched': {
      text: 'Rule taxRtD failed: Tax rate mismatch',
      solve: async (shop) => {
        await shop.authority.control('PUT', 'settings', { eRate: 0 })
        await shop.call('reference.sync')
      },
    },
  }

  it.for(Object.entries(cases))('%s, and never those of other software', async ([, { text, solve }]) => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: text ? 50 : 0 })
    await shop.settled()
    const refusal = text === undefined ? [] : [{ kind: 'refuse', code: '910', text, paths: salePaths }]
    await shop.authority.faults(...refusal)
    const [kept, withdrawn] = await sellRefused(shop, soap, [2, 2])
    const theirs = await callersSale(shop, 900, soap)
    await shop.becomes(theirs, 'refused')
    await shop.call('queue.withdraw', { id: shop.rowOf(withdrawn!).id, reason: 'rung up twice' })
    const { causes } = await shop.call('queue.causes')
    expect(causes.map(({ act, software, sales }) => [act === null, software !== null, sales])).toEqual(
      expect.arrayContaining([
        [false, false, 1],
        [true, true, 1],
      ]),
    )
    const ofSoftware = causes.find(({ software }) => software !== null)!
    expect(ofSoftware.software).toMatch(/^API key …[\w-]{4}$/)
    expect(await shop.reply('queue.solve', { key: ofSoftware.key })).toMatchObject({ ok: false })
    await shop.authority.faults()
    await solve(shop, soap)
    await shop.becomes(kept!, 'accepted')
    await shop.settled()
    expect(shop.rowOf(theirs).state).toBe('refused')
    expect(shop.rowOf(withdrawn!).state).toBe('withdrawn')
    expect(resends(shop)).toEqual([{ subject: 'T1-1', who: 'Kaunta' }])
    await expectInStep(shop)
  })

  it('as far as the goods last, oldest first', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 0 })
    await shop.settled()
    const [first, second, third] = await sellRefused(shop, soap, [2, 3, 1])
    await receive(shop, soap, 3)
    for (const invoiceId of [first!, third!]) await shop.becomes(invoiceId, 'accepted')
    await shop.settled()
    expect(shop.rowOf(second!).state).toBe('refused')
    const { causes } = await shop.call('queue.causes')
    expect(causes).toMatchObject([{ sales: 1, goods: [{ has: 0, needed: 300, missing: 300 }] }])
    await expectInStep(shop)
  })

  it('once per cause, also after a restart', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 0 })
    await shop.settled()
    const [sale] = await sellRefused(shop, soap, [2])
    const short = { kind: 'refuse', code: '910', text: 'Insufficient Stock', paths: salePaths }
    const named = shop.rowOf(sale!).last_text!
    await shop.authority.faults({ ...short, text: named })
    await receive(shop, soap, 5)
    await expect.poll(() => resends(shop).length).toBe(1)
    await shop.becomes(sale!, 'refused')
    await shop.settled()
    await shop.authority.faults()
    const tries = () => shop.attemptsOf(shop.rowOf(sale!).id).length
    const before = tries()
    await receive(shop, soap, 5)
    await shop.settled()
    await shop.restart()
    const other = await shop.sell(soap, 1)
    await shop.becomes(other.invoiceId, 'accepted')
    await shop.settled()
    expect(tries()).toBe(before)
    // The books say that the authority has enough, so a person simply resends.
    const { causes } = await shop.call('queue.causes')
    expect(causes).toMatchObject([{ act: 'resend', goods: [{ missing: 0 }] }])
    await shop.call('queue.solve', { key: causes[0]!.key })
    await shop.becomes(sale!, 'accepted')
    await expectInStep(shop)
  })

  it('when the cause was solved while Kaunta was closed in between', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 0 })
    await shop.settled()
    const [sale] = await sellRefused(shop, soap, [2])
    await shop.authority.faults({
      kind: 'refuse',
      code: '910',
      text: shop.rowOf(sale!).last_text!,
      paths: salePaths,
    })
    await receive(shop, soap, 2)
    await expect.poll(() => resends(shop).length).toBe(1)
    await shop.becomes(sale!, 'refused')
    await shop.close()
    await shop.authority.faults()
    // As if the power had failed between the acceptance of the goods and the resend.
    shop.tamper('delete from automatic_resend')
    shop.tamper(`update submission set settled_at = 1 where id = ${shop.rowOf(sale!).id}`)
    await shop.open()
    await shop.becomes(sale!, 'accepted')
    await expectInStep(shop)
  })
})
