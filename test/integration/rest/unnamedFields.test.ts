/** Fields that nobody has named are taken, and nothing of them is lost (README, "what the interface leaves open"). */
import { expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { startSoftware } from './software.ts'

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
