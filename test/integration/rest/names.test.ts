/** Names that cannot be seen, or that turn the reading direction, at both doors. */
import { expect, test } from 'vitest'
import { startSoftware } from './software.ts'

test('a name that cannot be seen is refused at the window and over REST, and its field is named', async () => {
  const software = await startSoftware()
  for (const name of ['\u200b', '\ue000\ue001', '\u{e0041}', 'Soap \u202egnp']) {
    expect(await software.fails('item.save', { name, taxType: 'B', price: 100 })).toMatchObject({
      code: '003',
      field: 'name',
    })
    expect(
      await software.fails('item.importRows', { rows: [{ name, taxType: 'B', price: 100 }], check: true }),
    ).toMatchObject({ code: '003', field: 'rows[0].name' })
    const goods = await software.post('/items/goods', { itemName: name, taxType: 'B' })
    expect([goods.resultCd, goods.resultMsg]).toEqual(['003', expect.stringContaining('itemName')])
    const full = { itemClsCd: 'GD', itemTyCd: '2', pkgUnitCd: 'NT', qtyUnitCd: 'U', taxTyCd: 'B', useYn: 'Y' }
    const item = await software.post('/items', { ...full, itemNm: name })
    expect([item.resultCd, item.resultMsg]).toEqual(['003', expect.stringContaining('itemNm')])
    expect(await software.fails('user.save', { name, role: 'cashier', pin: '738162' })).toMatchObject({
      code: '003',
      field: 'name',
    })
  }
})
