/** Labels: which items need them, barcodes of the shop's own, and what is printed. */
import { expect, test } from 'vitest'
import type { InputOf } from '../../../core/contract/index.ts'
import { isValidGtin, ownBarcode } from '../../../core/fiscal/barcode.ts'
import { openShop, type Shop, startAuthority } from '../../support/shop.ts'

/** Gives an item a barcode, and returns the block and the number in it. */
const numberOf = async (shop: Shop, id: number): Promise<[block: number, number: number]> => {
  const { items } = await shop.call('label.giveBarcodes', { itemIds: [id] })
  const barcode = items[0]?.barcode ?? ''
  expect(isValidGtin(barcode)).toBe(true)
  return [Number(barcode.slice(2, 8)), Number(barcode.slice(8, 12))]
}

test('tills of one taxpayer give different barcodes, and a till never gives one twice', async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const draft = { taxType: 'B', price: 12_000, itemClass: '5313160900' } as const
  const blocks = []
  for (const connection of [{}, { deviceSerial: 'KAU-2' }, { branchId: '01', deviceSerial: 'KAU-00' }]) {
    const shop = await openShop({ authority, ...connection })
    const [soap, salt] = [
      await shop.call('item.save', { name: 'Soap', ...draft }),
      await shop.call('item.save', { name: 'Salt', ...draft }),
    ]
    const [block, number] = await numberOf(shop, soap.id)
    expect(await numberOf(shop, salt.id)).toEqual([block, number + 1])
    blocks.push(block)
  }
  expect(new Set(blocks).size).toBe(3)
})

test('a day of labels: own barcodes, a new price, a delivery', async () => {
  const shop = await openShop()
  const make = async (changes: Partial<InputOf<'item.save'>> & { name: string }) =>
    (await shop.call('item.save', { taxType: 'B', price: 12_000, itemClass: '5313160900', ...changes })).id
  const idsOf = async (input: InputOf<'label.propose'>) =>
    (await shop.call('label.propose', input)).lines.map(({ itemId }) => itemId)

  // Scales of this shop use 20, so its own barcodes begin with 22.
  const scale = { prefix: '20', itemDigits: 5, valueDigits: 5, value: 'weight', decimals: 3 } as const
  await shop.call('settings.save', { scaleRules: [scale] })
  const first = await make({ name: 'First' })
  const [block, number] = await numberOf(shop, first)
  const barcodeOf = (nth: number) => ownBarcode('22', block, number + nth)
  // Somebody else already has the second.
  await make({ name: 'Imported', barcode: barcodeOf(1) })
  const soap = await make({ name: 'Soap <b>', secondName: 'Sabuni' })
  const cumin = await make({ name: 'Cumin', quantityUnit: 'GRM', price: 90 })
  const flour = await make({ name: 'Flour', barcode: '4006381333931', quantityUnit: 'KG' })
  const itemIds = [soap, cumin, flour]
  const given = await shop.call('label.giveBarcodes', { itemIds })
  expect(given.items.map(({ barcode }) => barcode)).toEqual([barcodeOf(2), barcodeOf(3), '4006381333931'])
  // A retry changes nothing.
  expect(await shop.call('label.giveBarcodes', { itemIds })).toEqual(given)
  expect(await shop.call('item.scan', { code: barcodeOf(2) })).toMatchObject({
    kind: 'item',
    item: { id: soap },
  })
  const { entries } = await shop.call('audit.list', { about: 'stock' })
  expect(entries.filter(({ kind }) => kind === 'itemBarcoded').map(({ subject }) => subject)).toEqual([
    `Cumin ${barcodeOf(3)}`,
    `Soap <b> ${barcodeOf(2)}`,
    `First ${barcodeOf(0)}`,
  ])
  await shop.settled()
  const { items } = await shop.authority.ledger()
  expect(items.map(({ request }) => request['bcd'])).toContain(barcodeOf(2))

  const look = { format: 'sheet38x21', secondName: true, unitPrice: true, target: 'window' } as const
  const lines = [
    { itemId: soap, copies: 60 },
    { itemId: cumin, copies: 2 },
    { itemId: flour, copies: 3 },
  ]
  const printed = await shop.call('label.print', { ...look, lines, start: 5 })
  expect(printed).toMatchObject({ labels: 65, pages: 2, file: null })
  const html = printed.html ?? ''
  expect(html.match(/<i>/g)).toHaveLength(4)
  expect(html.match(/Soap &lt;b&gt;/g)).toHaveLength(60)
  expect(html).toContain('Sabuni')
  expect(html).toContain('120.00<small> / kg</small>')
  expect(html).toContain('0.90<small> / g</small></b><span>KSh 900.00 / kg</span>')
  expect(html).not.toMatch(/<script| style=/)
  const refusals = [
    [
      {
        ...look,
        lines: [
          { itemId: soap, copies: 500 },
          { itemId: cumin, copies: 500 },
          { itemId: flour, copies: 1 },
        ],
      },
      'label.tooMany',
    ],
    [{ ...look, lines, format: 'sheet70x37', start: 25 }, 'input.invalid'],
    [{ ...look, lines: [{ itemId: 999, copies: 1 }] }, 'item.unknown'],
  ] as const
  for (const [input, reason] of refusals)
    expect(await shop.reply('label.print', input as never)).toMatchObject({ error: { reason } })

  // Only what has no label at its price needs one.
  expect(await idsOf({ source: 'unlabelled' })).not.toContain(soap)
  const [before] = shop.read<{ at: number }>(`select max(priced_at) as at from item`)
  await expect.poll(() => Date.now()).toBeGreaterThan(before?.at ?? 0)
  const rows = [{ barcode: barcodeOf(2), price: 13_000 }]
  await shop.call('item.importRows', { rows, check: false })
  expect(await idsOf({ source: 'unlabelled' })).toEqual(expect.arrayContaining([soap]))
  expect(await idsOf({ source: 'unlabelled' })).not.toContain(cumin)
  expect(await idsOf({ source: 'priced', since: (before?.at ?? 0) + 1 })).toEqual([soap])

  const delivery = await shop.call('delivery.enter', {
    requestId: 'labels-of-a-delivery',
    kind: 'purchased',
    supplierName: 'Market',
    lines: [
      { itemId: soap, quantity: 2400, unitCost: 5_000 },
      { itemId: flour, quantity: 2550, unitCost: 8_000 },
    ],
  })
  expect(await shop.call('label.propose', { source: 'delivery', id: delivery.id })).toMatchObject({
    lines: [
      { itemId: soap, copies: 24, barcode: barcodeOf(2), price: 13_000 },
      { itemId: flour, copies: 1 },
    ],
    more: false,
  })

  // No prefix is left, and nothing is stored.
  await shop.call('settings.save', { scaleRules: [{ ...scale, prefix: '2', itemDigits: 6 }] })
  const plain = await make({ name: 'Plain' })
  expect(await shop.reply('label.giveBarcodes', { itemIds: [flour, plain] })).toMatchObject({
    error: { reason: 'label.noPrefix', field: 'itemIds' },
  })
})
