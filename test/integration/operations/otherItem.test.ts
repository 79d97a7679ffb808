/** An item that the list lacks is made for the open sale: registered like any, its goods booked in with it. */
import { expect, test } from 'vitest'
import { newRequest, startShop } from './shop.ts'

test('an other item is whole or not there, and its sale is signed', async () => {
  const shop = await startShop()
  const asked = (more: object = {}) => ({
    name: 'Umbrella',
    price: 450_00,
    taxType: 'B' as const,
    itemClass: '5313160900',
    type: '2' as const,
    quantity: 200,
    requestId: newRequest(),
    ...more,
  })
  const wrong: [object, string][] = [
    [{ name: ' ' }, 'name'],
    [{ price: 0 }, 'price'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: 1.5 }, 'quantity'],
    [{ type: '1' }, 'type'],
    [{ taxType: 'F' }, 'taxType'],
    [{ itemClass: '12' }, 'itemClass'],
  ]
  for (const [more, field] of wrong)
    expect(await shop.fails('item.other', asked(more) as never), field).toMatchObject({ field })
  const count = (table: string) => shop.read(shop.appId, `select count(*) as rows from ${table}`)
  const before = [count('item'), count('movement'), count('submission')]

  await shop.ok('user.save', { name: 'Otieno', role: 'cashier', pin: '5824', active: true })
  const window = shop.window('window-2')
  const { people } = await window.ok('workspace.state')
  const userId = people.find(({ name }) => name === 'Otieno')?.id ?? ''
  await window.ok('session.unlock', { userId, pin: '5824' })
  const call = asked()
  expect(await window.call('item.other', call)).toMatchObject({
    error: {
      reason: 'act.needsApproval',
      data: { approval: [{ act: 'otherItem', amount: 900_00, document: call.requestId }] },
    },
  })
  expect([count('item'), count('movement'), count('submission')]).toEqual(before)

  const umbrella = await shop.ok('item.other', call)
  expect(umbrella).toMatchObject({ name: 'Umbrella', price: 450_00, onHand: 200, active: true })
  const made = count('item')
  // The answer was lost, and the cashier presses again.
  expect(await shop.ok('item.other', call)).toMatchObject({ id: umbrella.id })
  expect(await shop.fails('item.other', { ...call, price: 1_00 })).toMatchObject({ field: 'requestId' })
  expect(count('item')).toEqual(made)
  const service = await shop.ok('item.other', asked({ name: 'Repair', type: '3' }))
  expect(service.onHand).toBeNull()
  const sale = await shop.ok('sale.complete', {
    lines: [
      { itemId: umbrella.id, quantity: 200 },
      { itemId: service.id, quantity: 200 },
    ],
    tenders: [{ method: '01', amount: 1_800_00 }],
    requestId: newRequest(),
  })
  await shop.settled()
  expect(await shop.ok('invoice.get', { id: sale.invoiceId })).toMatchObject({ state: 'signed' })
  expect((await shop.ok('item.get', { id: umbrella.id })).item.onHand).toBe(0)
})
