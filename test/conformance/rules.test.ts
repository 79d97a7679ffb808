/** Part 4 of the specification beyond its tables: items, customers, stock, purchases, verification, closed sets. */
import { describe, expect, test } from 'vitest'
import { inBothDialects } from './support/each.ts'
import { expectCode } from './support/envelope.ts'
import type { Body, Shop } from './support/shop.ts'
import { nextNumber, requestOf } from './support/table.ts'
import { creditNotes, sold } from './tables/creditNotes.ts'
import { itemTaxes, today } from './tables/formats.ts'
import { dairy, linksOf, registerGoodsOf } from './tables/purchases.ts'
import { advice, registerAdvice, sales } from './tables/sales.ts'
import { stock, stockedItem, stockIn } from './tables/stock.ts'
import { approved } from './tables/verification.ts'

const [saleWithItems] = sales
const express = creditNotes.find(({ path }) => path === '/sales/credit-note-express')
const transfer = stock.find(({ path }) => path === '/stock/transfer')
if (!saleWithItems || !express || !transfer) throw new Error('The tables are not whole')

const lastSale = async ({ authority }: Shop) => (await authority.ledger()).sales.at(-1)

inBothDialects((shop) => {
  describe('items (4.8 to 4.10)', () => {
    test('a service needs a name and a tax; it is SV, in use, and has a code', async () => {
      const made = await shop().gets('POST', '/items/service', { itemName: 'Repair', taxType: 'A' })
      expect(made).toMatchObject({ itemNm: 'Repair', itemClsCd: 'SV', taxTyCd: 'A', useYn: 'Y' })
      expect(made['regDt']).toBe(today())
      expect(made['itemCd']).toMatch(/\S/)
    })

    test('goods default to units U in packages NT', async () => {
      const made = await shop().gets('POST', '/items/goods', { itemName: 'Bread', taxType: 'C' })
      expect(made).toMatchObject({ itemClsCd: 'GD', qtyUnitCd: 'U', pkgUnitCd: 'NT', useYn: 'Y' })
    })

    test('useYn N is kept', async () => {
      const made = await shop().gets('POST', '/items/goods', { itemName: 'Old', taxType: 'C', useYn: 'N' })
      expect(made['useYn']).toBe('N')
    })

    test('an item comes from Kenya unless it says so', async () => {
      const body = { itemClsCd: 'GD', itemTyCd: '2', itemNm: 'Tea', pkgUnitCd: 'NT', qtyUnitCd: 'KG' }
      const { itemCd } = await shop().gets('POST', '/items', { ...body, taxTyCd: 'B', useYn: 'Y' })
      const { items } = await shop().authority.ledger()
      expect(items.find(({ request }) => request['itemNm'] === 'Tea')?.request).toMatchObject({
        orgnNatCd: 'KE',
        itemTyCd: '2',
        qtyUnitCd: 'KG',
        taxTyCd: 'B',
      })
      expect(itemCd).toMatch(/\S/)
    })

    test('a name of 100 characters is taken, E is for sales only', async () => {
      const itemName = 'x'.repeat(100)
      const made = await shop().gets('POST', '/items/goods', { itemName, taxType: 'B' })
      expect(made['itemNm']).toBe(itemName)
      for (const [path, body] of [
        ['/items/goods', { itemName: 'E', taxType: 'E' }],
        ['/items/service', { itemName: 'E', taxType: 'E' }],
      ] as const)
        expectCode(await shop().send('POST', path, body), '003', 'resultCode')
    })
  })

  describe('every value of a closed set is taken', () => {
    test.each(itemTaxes)('items under tax %s', async (taxType) => {
      for (const path of ['/items/goods', '/items/service'])
        await shop().gets('POST', path, { itemName: `Under ${taxType}`, taxType })
      const body = { itemClsCd: 'SV', itemTyCd: '3', itemNm: 'Full', pkgUnitCd: 'NT', qtyUnitCd: 'U' }
      await shop().gets('POST', '/items', { ...body, taxTyCd: taxType, useYn: 'N' })
    })

    test.each(['1', '2', '3'])('items of type %s, in stock where it is not a service', async (itemTyCd) => {
      const itemCd = `TYPE-${nextNumber()}`
      const body = { itemClsCd: 'GD', itemTyCd, itemNm: 'Typed', pkgUnitCd: 'NT', qtyUnitCd: 'U', itemCd }
      await shop().gets('POST', '/items', { ...body, taxTyCd: 'B', useYn: 'Y' })
      const answer = await shop().send('POST', '/stock/io', stockIn(itemCd, 1))
      expectCode(answer, itemTyCd === '3' ? '003' : '000', 'resultCode')
    })

    test.each(['01', '02', '03', '11', '12', '13'])('stock movements of type %s', async (stockTyCd) => {
      const itemCd = await stockedItem(shop(), 10)
      // The sale must exist first: the invoice comes before the movement.
      if (stockTyCd === '11') await sold(shop(), itemCd)
      await shop().gets('POST', '/stock/io', stockIn(itemCd, 2, stockTyCd))
      expect((await shop().authority.ledger()).stockRecords.at(-1)?.request['sarTyCd']).toBe(stockTyCd)
    })

    test.each(['01', '02', '03', '04', '05', '06'])('credit notes for reason %s', async (reason) => {
      await registerAdvice(shop())
      const orgInvcNo = await sold(shop())
      await shop().gets('POST', express.path, requestOf(express, 'minimal', { known: { orgInvcNo, reason } }))
      expect((await lastSale(shop()))?.request['rfdRsnCd']).toBe(reason)
    })

    test.each(['01', '02', '09'])('sales paid %s', async (pmtTyCd) => {
      await registerAdvice(shop())
      const body = requestOf(saleWithItems, 'minimal')
      await shop().gets('POST', '/sales-with-items', {
        ...body,
        transaction: { ...(body['transaction'] as Body), pmtTyCd },
      })
    })
  })

  describe('customers (4.5, 4.6)', () => {
    const custTin = 'A009876543Z'
    const kept = async () =>
      (await shop().authority.ledger()).records.find(
        ({ kind, request }) => kind.toLowerCase().includes('customer') && request['custTin'] === custTin,
      )?.request

    test('saved with its defaults; the same PIN again changes it', async () => {
      await shop().gets('POST', '/customers', { custTin, custNm: 'Otieno' })
      expect(await kept()).toMatchObject({
        custTin,
        custNm: 'Otieno',
        custNo: '000',
        useYn: 'Y',
        regrId: 'USR01',
        regrNm: 'Admin',
      })
      await shop().gets('POST', '/customers', { custTin, custNm: 'Otieno & Sons', telNo: '0722000000' })
      expect(await kept()).toMatchObject({ custNm: 'Otieno & Sons', telNo: '0722000000' })
    })

    test('changed here only: nothing is sent to the authority', async () => {
      await shop().gets('POST', '/customers', { custTin, custNm: 'Otieno' })
      const changed = await shop().gets('PATCH', `/customers/${custTin}`, {
        custNm: 'Otieno Ltd',
        modrId: 'u2',
      })
      expect(changed).toMatchObject({ custTin, custNm: 'Otieno Ltd' })
      expect(await shop().gets('GET', `/customers/${custTin}`)).toMatchObject({
        custTin,
        custNm: 'Otieno Ltd',
      })
      expect(await kept()).toMatchObject({ custNm: 'Otieno' })
    })

    test.each(['A00987654Z', 'A0098765432Z', ''])('a PIN of another length, %j, is no PIN', async (wrong) => {
      const answer = await shop().send('POST', '/customers', { custTin: wrong, custNm: 'x' })
      const code = wrong === '' && answer.body['resultCd'] === '002' ? '002' : '003'
      expect(expectCode(answer, code, 'successFlag')).toContain('custTin')
    })
  })

  describe('stock (4.13 to 4.15)', () => {
    test('a transfer is a movement of type 13, dated now, by Admin, from head office', async () => {
      const itemCd = await stockedItem(shop(), 10)
      const made = await shop().gets(
        'POST',
        '/stock/transfer',
        requestOf(transfer, 'minimal', { known: { 'items[].itemCd': itemCd } }),
      )
      expect(made).toMatchObject({ success: true, sarNo: expect.any(Number) })
      const reported = (await shop().authority.ledger()).stockRecords.at(-1)
      expect(reported?.request).toMatchObject({
        sarTyCd: '13',
        ocrnDt: today(),
        regrId: 'USR01',
        regrNm: 'Admin',
        totAmt: 232,
      })
      expect(reported?.request.itemList[0]).toMatchObject({ qty: 2, totAmt: 232 })
      await shop().gets('PUT', '/stock/master', { itemCd, remainingQty: 8, userId: 'u1', userName: 'User' })
    })

    test('a transfer takes its number and its day from the caller', async () => {
      const itemCd = await stockedItem(shop(), 10)
      const sarNo = nextNumber()
      const body = requestOf(transfer, 'minimal', { known: { 'items[].itemCd': itemCd } })
      const more = { sarNo, ocrnDt: '20260302101500', fromBhfId: '00', toBhfId: '02' }
      expect(await shop().gets('POST', '/stock/transfer', { ...body, ...more })).toMatchObject({ sarNo })
      expect((await shop().authority.ledger()).stockRecords.at(-1)?.request['ocrnDt']).toBe('20260302')
    })

    test('the movements can be read', async () => {
      await stockedItem(shop(), 10)
      const data = await shop().gets('GET', '/stock/movements')
      const list = Object.values(data).find((value) => Array.isArray(value)) as Body[] | undefined
      expect(list?.length).toBeGreaterThan(0)
    })
  })

  describe('purchases (4.16, 4.17)', () => {
    test('links are kept, and the confirmation goes under our own codes', async () => {
      await registerGoodsOf(shop(), dairy)
      const path = `/purchases/${dairy.spplrInvcNo}`
      const linked = await shop().gets('POST', `${path}/link-items`, linksOf(dairy))
      expect(linked).toMatchObject({ linked: 2, purchaseId: dairy.spplrInvcNo, note: expect.any(String) })
      const body = {
        spplrTin: dairy.spplrTin,
        spplrInvcNo: dairy.spplrInvcNo,
        rcptTyCd: 'P',
        pmtTyCd: '02',
        cfmDt: '20260301103000',
        salesSttsCd: '02',
        totAmt: dairy.totAmt,
      }
      const wrong = await shop().send('POST', '/purchases', { ...body, totAmt: 1 })
      expect(expectCode(wrong, '003', 'resultCode')).toContain('totAmt')
      const made = await shop().gets('POST', '/purchases', body)
      const { purchases, items } = await shop().authority.ledger()
      const reported = purchases.at(-1)
      expect(reported?.number).toBe(made['cisInvcNo'])
      expect(reported?.request).toMatchObject({
        spplrTin: dairy.spplrTin,
        spplrInvcNo: Number(dairy.spplrInvcNo),
        rcptTyCd: 'P',
        pmtTyCd: '02',
        totAmt: dairy.totAmt,
      })
      const codes = new Set(items.map(({ itemCd }) => itemCd))
      for (const line of reported?.request.itemList ?? []) expect(codes).toContain(line['itemCd'])
      expect(reported?.request.itemList.map((line) => line['spplrItemCd'])).toEqual(
        dairy.lines.map(({ spplrItemCd }) => spplrItemCd),
      )
    })
  })

  describe('verification (4.18)', () => {
    const path = '/invoice-verifications'

    test('its own signature verifies it, another does not', async () => {
      const invoice = await approved(shop())
      const good = await shop().gets('POST', path, invoice)
      expect(good).toMatchObject({ verified: true, ...invoice })
      expect(good).not.toHaveProperty('taxpayer')
      const bad = await shop().send('POST', path, { ...invoice, rcptSign: 'AAAAAAAAAAAAAAAA' })
      if (bad.body['resultCd'] === '000') expect(bad.body['data']).toMatchObject({ verified: false })
      else expectCode(bad, '801', 'successFlag')
    })

    test('an invoice that nobody has is not verified', async () => {
      const body = { orgInvcNo: '999999', rcptSign: 'AAAAAAAAAAAAAAAA' }
      const answer = await shop().send('POST', path, body)
      if (answer.body['resultCd'] === '000') expect(answer.body['data']).toMatchObject({ verified: false })
      else expectCode(answer, '801', 'successFlag')
    })

    test('a PIN brings its taxpayer, an unknown one none', async () => {
      const invoice = await approved(shop())
      const withPin = await shop().gets('POST', path, { ...invoice, pin: 'A001234567B' })
      expect(withPin).toMatchObject({
        verified: true,
        taxpayer: { taxprNm: 'WANJIKU KAMAU', tin: 'A001234567B', prvncNm: 'NAIROBI CITY' },
      })
      expect((withPin['taxpayer'] as Body)['bhfId']).toEqual(expect.any(String))
      const unknown = await shop().gets('POST', path, { ...invoice, pin: 'A999999999Z' })
      expect(unknown['verified']).toBe(true)
      expect(unknown['taxpayer'] ?? null).toBeNull()
    })
  })

  test('every code table, notice and branch of the authority can be read', async () => {
    for (const path of ['/codes', '/notices', '/branches']) {
      const data = await shop().gets('GET', path)
      const list = Object.values(data).find((value) => Array.isArray(value)) as Body[] | undefined
      expect(list?.length, path).toBeGreaterThan(0)
    }
  })

  test('an item that is registered is found', async () => {
    await registerAdvice(shop())
    const { items } = await shop().gets('GET', `/items?itemCd=${advice}`)
    expect(items).toMatchObject([{ itemCd: advice, itemNm: expect.any(String), taxTyCd: 'B' }])
  })
})
