/** The activity of people, as a manager finds it: each act under one word, with its person and its amount. */
import { describe, expect, test } from 'vitest'
import type { Activity, AuditEntry } from '../../../core/contract/report.ts'
import { newRequest, type Shop, shared, startShop } from './shop.ts'

const about = async (shop: Shop, word?: Activity): Promise<AuditEntry[]> =>
  (await shop.ok('audit.list', { limit: 100, ...(word && { about: word }) })).entries

describe('after a morning', () => {
  const morning = shared(async (cleanUp) => {
    const shop = await startShop({ cleanUp })
    const bread = await shop.stocked({ name: 'Bread', price: 65_00, onHand: 10_000 })
    const milk = await shop.stocked({ name: 'Milk', price: 60_00, onHand: 10_000 })
    const { invoiceId } = await shop.sell([{ item: bread, quantity: 200 }])
    await shop.settled()
    await shop.ok('invoice.credit', { id: invoiceId, reason: '06', requestId: newRequest() })
    const line = { itemId: bread.id, quantity: 100 }
    const tenders = [{ method: '01', amount: 5_000_00 }]
    await shop.ok('sale.complete', {
      lines: [{ ...line, discount: { kind: 'amount', cents: 5_00 } }],
      discount: { kind: 'amount', cents: 1_00 },
      tenders,
      requestId: newRequest(),
    })
    await shop.ok('sale.complete', {
      lines: [{ ...line, quantity: 300, unitPrice: 50_00 }],
      tenders,
      requestId: newRequest(),
    })
    const dropped = newRequest()
    const cart = (quantity: number) => ({ cart: { lines: [{ ...line, quantity }] }, requestId: dropped })
    for (const quantity of [300, 100])
      await shop.ok('sale.keepDraft', {
        window: 'window-1',
        draft: { ...cart(quantity), paying: false, tenders: [], asked: null },
      })
    await shop.ok('sale.complete', { lines: [line], tenders, requestId: dropped })
    await shop.ok('item.save', { ...milk, barcode: undefined, category: undefined, price: 62_50 } as never)
    await shop.ok('stock.adjust', {
      kind: 'wasted',
      lines: [{ itemId: bread.id, quantity: 200 }],
      remark: 'wet',
    })
    await shop.ok('settings.save', { cashierDiscount: 5 })
    await shop.settled()
    return shop
  })

  const who = 'Wanjiru'
  test.each<[Activity, object[]]>([
    [
      'void',
      [{ kind: 'cartDropped', who, amount: 130_00, detail: { goods: [{ name: 'Bread', quantity: 200 }] } }],
    ],
    ['discount', [{ kind: 'discounted', who, subject: 'T1-2', amount: -6_00 }]],
    [
      'price',
      [
        { kind: 'itemPriced', who, subject: 'Milk', amount: null, detail: { prices: [[60_00, 62_50]] } },
        {
          kind: 'priceChanged',
          who,
          subject: 'T1-3',
          amount: -45_00,
          detail: { goods: [{ name: 'Bread', quantity: 300 }], prices: [[65_00, 50_00]] },
        },
      ],
    ],
    ['refund', [{ kind: 'creditNote', who, amount: -130_00, invoiceId: 2 }]],
  ])('%s is what a person did, and nothing else', async (word, expected) => {
    const found = await about(morning(), word)
    expect(found).toMatchObject(expected)
    expect(found).toHaveLength(expected.length)
  })

  test('stock is what a person recorded, not what a sale took', async () => {
    const [wasted, ...openings] = await about(morning(), 'stock')
    expect(wasted).toMatchObject({
      kind: 'stockAdjusted',
      who,
      subject: 'wet',
      amount: -130_00,
      detail: { movement: '15', goods: [{ name: 'Bread', quantity: -200 }] },
    })
    expect(openings.map(({ detail }) => detail.movement)).toEqual(['06', '06'])
  })

  test('a list that left the till as a file is recorded', async () => {
    await morning().ok('export.record', { list: 'items', format: 'xlsx', rows: 2 })
    const [exported] = await about(morning(), 'settings')
    expect(exported).toMatchObject({ kind: 'exported', who, subject: 'items', detail: { count: 2 } })
  })

  test('settings and sign-ins come from both trails', async () => {
    const kinds = async (word: Activity) => new Set((await about(morning(), word)).map(({ kind }) => kind))
    expect(await kinds('settings')).toContain('settings')
    expect(await kinds('settings')).toContain('personMade')
    expect([...(await kinds('signIn'))]).toEqual(['signedIn'])
  })

  test('all of it leaves out what Kaunta writes beside a document, and pages end where they should', async () => {
    const all = await about(morning())
    const kinds = new Set(all.map(({ kind }) => kind))
    for (const kind of ['sale', 'creditNote', 'discounted', 'stockAdjusted', 'settings'] as const)
      expect(kinds).toContain(kind)
    for (const kind of ['signed', 'stockRecord'] as const) expect(kinds).not.toContain(kind)
    const seen: string[] = []
    const shop = morning()
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await shop.ok('audit.list', { limit: 2, about: 'price', ...(cursor && { cursor }) })
      seen.push(...page.entries.map(({ kind }) => kind))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(['itemPriced', 'priceChanged'])
  })
})
