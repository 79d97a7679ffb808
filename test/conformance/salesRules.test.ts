/** Part 4 of the specification beyond its tables: sales and credit notes. The authority's ledger bears witness. */
import { describe, expect, test } from 'vitest'
import { inBothDialects } from './support/each.ts'
import { expectCode } from './support/envelope.ts'
import type { Body, Shop } from './support/shop.ts'
import { nextNumber, requestOf } from './support/table.ts'
import { barcode, creditNotes, registerBarcode, sold } from './tables/creditNotes.ts'
import { registerAdvice, sales } from './tables/sales.ts'

const [saleWithItems] = sales
const [creditNote, express, byBarcode] = creditNotes
if (!saleWithItems || !creditNote || !express || !byBarcode) throw new Error('The tables are not whole')

const lastSale = async ({ authority }: Shop) => (await authority.ledger()).sales.at(-1)
/** A sale whose one line has these members changed. */
const saleWith = (line: Body, changes: Body = {}): Body => {
  const body = requestOf(saleWithItems, 'minimal')
  return { ...body, ...changes, lineItems: [{ ...(body['lineItems'] as Body[])[0], ...line }] }
}

inBothDialects((shop) => {
  describe('sales with items (4.11)', () => {
    test('autoRegisterItems registers a line before the sale, with its price and the defaults', async () => {
      const itemCd = `AUTO-${nextNumber()}`
      const line = { itemCd, itemNm: itemCd, itemClsCd: '5059690800' }
      await shop().gets('POST', '/sales-with-items', saleWith(line, { autoRegisterItems: true }))
      const { items, sales: reported } = await shop().authority.ledger()
      const item = items.find(({ request }) => request['itemNm'] === itemCd)
      expect(item?.request).toMatchObject({
        itemClsCd: '5059690800',
        itemTyCd: '3',
        orgnNatCd: 'KE',
        taxTyCd: 'B',
        dftPrc: 116,
      })
      expect(reported.at(-1)?.request.itemList[0]).toMatchObject({ itemCd: item?.itemCd, taxblAmt: 200 })
    })

    test('without it nothing is registered, whatever the line says', async () => {
      const itemCd = `AUTO-${nextNumber()}`
      const line = { itemCd, itemNm: itemCd, itemClsCd: '5059690800' }
      for (const changes of [{}, { autoRegisterItems: false }]) {
        const answer = await shop().send('POST', '/sales-with-items', saleWith(line, changes))
        expectCode(answer, '005', 'successFlag')
      }
    })

    test('with it a line that is not known needs itemClsCd', async () => {
      const line = { itemCd: `AUTO-${nextNumber()}` }
      const answer = await shop().send(
        'POST',
        '/sales-with-items',
        saleWith(line, { autoRegisterItems: true }),
      )
      expect(expectCode(answer, '002', 'successFlag')).toContain('lineItems[0].itemClsCd')
    })

    test('a registration that fails does not stop the sale, nor does what is registered already', async () => {
      const calls = async () => {
        const state = await shop().authority.control<{ calls: Record<string, number> }>('GET', 'state')
        return Object.entries(state.calls).find(([name]) => /sale/i.test(name))?.[1] ?? 0
      }
      const fault = { kind: 'refuse', code: '910', text: 'Invalid itemClsCd', paths: ['/saveItem'], times: 1 }
      await shop().authority.control('PUT', 'faults', [fault])
      const itemCd = `AUTO-${nextNumber()}`
      const body = saleWith({ itemCd, itemNm: itemCd, itemClsCd: '5059690800' }, { autoRegisterItems: true })
      const before = await calls()
      // The sale is still sent. The authority itself then reports that it does not know the item.
      const answer = await shop().send('POST', '/sales-with-items', body)
      if (answer.body['resultCd'] !== '000') expectCode(answer, '005', 'successFlag')
      expect(await calls()).toBeGreaterThan(before)
      if (answer.body['resultCd'] !== '000') await shop().gets('POST', '/sales-with-items', body)
      const again = saleWith({ itemCd, itemNm: itemCd, itemClsCd: '5059690800' }, { autoRegisterItems: true })
      await shop().gets('POST', '/sales-with-items', again)
    })

    test('a line taxed E is sold where it is registered so', async () => {
      const itemCd = `KEROSENE-${nextNumber()}`
      const line = { itemCd, itemNm: itemCd, itemClsCd: '1510150500', taxTyCd: 'E', prc: 108, qty: 1 }
      const amounts = { taxblAmt: 100, taxAmt: 8, totAmt: 108 }
      await shop().gets(
        'POST',
        '/sales-with-items',
        saleWith({ ...line, ...amounts }, { autoRegisterItems: true }),
      )
      expect((await lastSale(shop()))?.request).toMatchObject({ taxblAmtE: 100, taxAmtE: 8, totAmt: 108 })
    })

    test('the number of the caller goes along, the authority counts its own', async () => {
      await registerAdvice(shop())
      const first = await shop().gets('POST', '/sales-with-items', saleWith({}))
      const body = saleWith({})
      const second = await shop().gets('POST', '/sales-with-items', body)
      expect(second['cisInvcNo']).toBe(Number(first['cisInvcNo']) + 1)
      const reported = await lastSale(shop())
      const { invcNo } = body['transaction'] as Body
      expect(reported).toMatchObject({ number: second['cisInvcNo'], request: { trdInvcNo: String(invcNo) } })
      expect(reported?.receipt).toMatchObject({
        intrlData: second['intrlData'],
        rcptSign: second['rcptSign'],
        sdcDateTime: second['sdcDateTime'],
      })
    })

    test('a discounted line is taken as it adds up', async () => {
      await registerAdvice(shop())
      const line = { prc: 116, qty: 2, dcRt: 50, dcAmt: 116, taxblAmt: 100, taxAmt: 16, totAmt: 116 }
      await shop().gets('POST', '/sales-with-items', saleWith(line))
      expect((await lastSale(shop()))?.request).toMatchObject({ totAmt: 116, totTaxAmt: 16 })
    })
  })

  describe('credit notes (4.12)', () => {
    const half = { qty: 1, taxblAmt: 100, taxAmt: 16, totAmt: 116 }
    const halfLines = (list: string): Body =>
      Object.fromEntries(Object.entries(half).map(([name, value]) => [`${list}[].${name}`, value]))

    test('express: the defaults are orgInvcNo + 10000 and CN-{orgInvcNo}, and it is paid 01', async () => {
      await registerAdvice(shop())
      const orgInvcNo = await sold(shop())
      const original = await lastSale(shop())
      const note = await shop().gets(
        'POST',
        express.path,
        requestOf(express, 'minimal', { known: { orgInvcNo } }),
      )
      const reported = await lastSale(shop())
      expect(reported?.number).toBe(note['cisInvcNo'])
      expect(reported?.request).toMatchObject({
        rcptTyCd: 'R',
        orgInvcNo: original?.number,
        trdInvcNo: `CN-${orgInvcNo}`,
        pmtTyCd: '01',
        rfdRsnCd: '02',
        regrId: 'USR01',
        regrNm: 'System',
        totAmt: 232,
      })
      // The number that it took by itself is taken.
      const taken = await shop().send(
        'POST',
        '/sales-with-items',
        saleWith({}, { transaction: { invcNo: orgInvcNo + 10_000 } }),
      )
      expectCode(taken, '004', 'successFlag')
    })

    test('express: what is given is used instead', async () => {
      await registerAdvice(shop())
      const orgInvcNo = await sold(shop())
      const number = 700_000 + nextNumber()
      const given = {
        creditNoteInvcNo: number,
        trdInvcNo: `MY-${number}`,
        pmtTyCd: '02',
        regrId: 'me',
        regrNm: 'Me',
      }
      const body = { ...requestOf(express, 'minimal', { known: { orgInvcNo } }), ...given }
      await shop().gets('POST', express.path, body)
      expect((await lastSale(shop()))?.request).toMatchObject({
        trdInvcNo: `MY-${number}`,
        pmtTyCd: '02',
        regrId: 'me',
        regrNm: 'Me',
      })
    })

    test('barcode: the line is the item of the barcode; an unknown one is 005', async () => {
      const itemCd = await registerBarcode(shop())
      const orgInvcNo = await sold(shop(), itemCd)
      const original = await lastSale(shop())
      const known = { 'original.invcNo': orgInvcNo }
      const wrong = requestOf(byBarcode, 'minimal', {
        known: { ...known, 'lineItems[].bcd': '0000000000000' },
      })
      const said = expectCode(await shop().send('POST', byBarcode.path, wrong), '005', 'successFlag')
      expect(said).toContain('lineItems[0].bcd')
      await shop().gets('POST', byBarcode.path, requestOf(byBarcode, 'minimal', { known }))
      const reported = await lastSale(shop())
      expect(reported?.request).toMatchObject({ rcptTyCd: 'R', orgInvcNo: original?.number, rfdRsnCd: '03' })
      expect(reported?.request.itemList[0]?.['itemCd']).toBe(original?.request.itemList[0]?.['itemCd'])
      expect(barcode).toBeTruthy()
    })

    test('in parts: one half, the other half, and then no more', async () => {
      await registerAdvice(shop())
      const orgInvcNo = await sold(shop())
      const note = () =>
        requestOf(express, 'full', { known: { orgInvcNo, ...halfLines('lineItems'), custTin: null } })
      await shop().gets('POST', express.path, note())
      const whole = requestOf(express, 'full', { known: { orgInvcNo } })
      const said = expectCode(await shop().send('POST', express.path, whole), '003', 'successFlag')
      expect(said).toContain('lineItems[0].qty')
      await shop().gets('POST', express.path, note())
      expectCode(await shop().send('POST', express.path, note()), '802', 'successFlag')
      expect((await lastSale(shop()))?.request).toMatchObject({ totAmt: 116, totTaxblAmt: 100 })
    })

    test('native: the totals must be those of the lines', async () => {
      await registerAdvice(shop())
      const orgInvcNo = String(await sold(shop()))
      for (const [field, value] of [
        ['rfdAmt', 231],
        ['totTaxblAmt', 100],
        ['totTax', 99],
      ] as const) {
        const body = { ...requestOf(creditNote, 'minimal', { known: { orgInvcNo } }), [field]: value }
        const said = expectCode(await shop().send('POST', creditNote.path, body), '003', 'successFlag')
        expect(said).toContain(field)
      }
      await shop().gets('POST', creditNote.path, requestOf(creditNote, 'minimal', { known: { orgInvcNo } }))
      expect((await lastSale(shop()))?.request).toMatchObject({ rcptTyCd: 'R', rfdRsnCd: '01', totAmt: 232 })
    })

    test('native: the shape of the example is taken as well', async () => {
      await registerAdvice(shop())
      const invcNo = await sold(shop())
      const { lineItems } = requestOf(express, 'minimal')
      const body = { original: { invcNo }, reason: '04', regrId: 'u1', regrNm: 'User', lineItems }
      const answer = await shop().gets('POST', creditNote.path, body)
      expect(answer).toMatchObject({ resultCd: '000', receiptSignature: expect.any(String) })
      expect((await lastSale(shop()))?.request).toMatchObject({ rcptTyCd: 'R', rfdRsnCd: '04' })
    })
  })
})
