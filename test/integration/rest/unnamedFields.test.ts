/** Fields that nobody has named are taken, and nothing of them is lost (README, "what the interface leaves open"). */
import { expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { saleOf, startSoftware } from './software.ts'

const software = shared((cleanUp) => startSoftware({ cleanUp }))
const own = { loyaltyNo: 'L-77', branchNote: { colour: 'green' } }
const goods = { itemName: 'Bread', pkgUnitCd: 'NT', qtyUnitCd: 'U', taxType: 'A', price: 65 }

test.each([
  ['POST', '/items/goods', { ...goods, itemCode: 'BREAD' }, 'item', 'BREAD'],
  ['POST', '/items/service', { itemName: 'Repair', taxType: 'B', itemCode: 'REPAIR' }, 'item', 'REPAIR'],
  ['POST', '/customers', { custTin: 'A000000001Z', custNm: 'Aisha' }, 'customer', 'A000000001Z'],
  ['PATCH', '/customers/A000000001Z', { custNm: 'Aisha Ali' }, 'customer', 'A000000001Z'],
  ['POST', '/branch/insurances', { isrccCd: 'NHIF', isrccNm: 'Fund', isrcRt: 10 }, 'insurance', 'NHIF'],
] as const)('%s %s', async (method, path, body, kind, key) => {
  const { gets, read, appId } = await software()
  await gets(method, path, { ...body, ...own })
  const [kept] = read<{ body: string }>(
    appId,
    `select body from caller_body where kind = '${kind}' and key = '${key}'`,
  )
  expect(JSON.parse(kept!.body)).toMatchObject({ ...body, ...own })
})

test('more of them than is kept is 003, with the largest one by name', async () => {
  const { post } = await software()
  const note = 'x'.repeat(4000)
  for (const [number, [extra, line, field]] of (
    [
      [{ note: note + note }, {}, 'note'],
      [{ small: 1, note }, { short: 'x'.repeat(200) }, 'note'],
      [{ small: 1 }, { deep: { er: [note, note] } }, 'lineItems[0].deep'],
    ] as const
  ).entries()) {
    const answer = await post('/sales-with-items', { ...saleOf(`BIG-${number}`, line), ...extra })
    expect(answer).toMatchObject({ resultCd: '003', body: { field, kept: false } })
  }
  const { resultCd } = await post('/sales-with-items', { ...saleOf('SMALL'), note: note.slice(100) })
  expect(resultCd).not.toBe('003')
})
