import { describe, expect, it } from 'vitest'
import { itemDraft } from '../../../core/contract/item.ts'
import { stockOperations } from '../../../core/contract/stock.ts'
import {
  emptyForm,
  faultyFields,
  formOf,
  type ItemForm,
  saveInput,
} from '../../../renderer/screens/items/itemForm.ts'
import {
  type AdjustLine,
  addItem,
  adjustInput,
  adjustKinds,
  afterwards,
} from '../../../renderer/screens/stock/adjustment.ts'

const bread: ItemForm = {
  ...emptyForm('6161100000017'),
  name: 'Bread 400 g',
  price: 6_500,
  taxType: 'A',
  opening: 2_400,
  itemClass: '5018190100',
}
const ofNew = { id: null, hasCategoryClass: false }
const of = (id: number) => ({ id, hasCategoryClass: false })

describe('the form of an item', () => {
  it('asks for name, price, tax letter, stock and class, in the order of the form', () => {
    expect(faultyFields(emptyForm(), ofNew)).toEqual(['name', 'price', 'taxType', 'opening', 'itemClass'])
    expect(saveInput(emptyForm(), ofNew)).toBeNull()
    for (const name of ['\u200b', '\ue000', 'Soap \u202e'])
      expect(faultyFields({ ...bread, name }, ofNew)).toEqual(['name'])
  })

  it('takes 0 for the stock of goods, asks none of a service, and no class where the category has one', () => {
    expect(saveInput({ ...bread, opening: 0 }, ofNew)).toMatchObject({ opening: 0 })
    expect(faultyFields({ ...bread, opening: null }, ofNew)).toEqual(['opening'])
    expect(saveInput({ ...bread, opening: null, type: '3' }, ofNew)).not.toHaveProperty('opening')
    expect(faultyFields({ ...bread, itemClass: null }, ofNew)).toEqual(['itemClass'])
    expect(saveInput({ ...bread, itemClass: null }, { id: null, hasCategoryClass: true })).not.toHaveProperty(
      'itemClass',
    )
  })

  it('asks neither of an item that is there, whose class nobody has chosen', () => {
    const input = saveInput({ ...bread, opening: null, itemClass: null }, of(7))
    expect(input).not.toHaveProperty('itemClass')
    expect(input).not.toHaveProperty('opening')
  })

  it('makes what the operation takes', () => {
    const input = saveInput({ ...bread, name: '  Bread 400 g ', category: ' ' }, ofNew)
    expect(itemDraft.safeParse(input).success).toBe(true)
    expect(input).toMatchObject({ name: 'Bread 400 g', category: null, barcode: '6161100000017' })
    expect(input).not.toHaveProperty('id')
    expect(input).not.toHaveProperty('code')
  })

  it('names what is wrong with a barcode, a country or a code', () => {
    expect(faultyFields({ ...bread, barcode: 'two words' }, ofNew)).toEqual(['barcode'])
    expect(faultyFields({ ...bread, originCountry: 'K' }, ofNew)).toEqual(['originCountry'])
    expect(faultyFields({ ...bread, code: 'no spaces' }, ofNew)).toEqual(['code'])
  })

  it('keeps the code of an item that is there, and gives a service no low stock', () => {
    const input = saveInput({ ...bread, code: 'KE2NTNO0000001', type: '3', lowStock: 500 }, of(7))
    expect(input).toMatchObject({ id: 7, lowStock: null })
    expect(input).not.toHaveProperty('code')
  })

  it('shows an item as it is kept', () => {
    const item = {
      id: 7,
      code: 'KE2NTNO0000001',
      name: 'Bread 400 g',
      barcode: null,
      category: null,
      type: '2' as const,
      taxType: 'A' as const,
      price: 6_500,
      itemClass: '5059690800',
      classChosen: true,
      originCountry: 'KE',
      packageUnit: 'NT',
      quantityUnit: 'U',
      active: true,
      favourite: false,
      onHand: 4_800,
      lowStock: 500,
      registration: 'registered' as const,
      secondName: 'Mkate',
      colour: 'red' as const,
      picture: null,
      updatedAt: 0,
    }
    expect(saveInput(formOf(item), of(item.id))).toEqual({
      id: 7,
      name: 'Bread 400 g',
      secondName: 'Mkate',
      colour: 'red',
      barcode: null,
      category: null,
      type: '2',
      taxType: 'A',
      price: 6_500,
      itemClass: '5059690800',
      originCountry: 'KE',
      packageUnit: 'NT',
      quantityUnit: 'U',
      active: true,
      favourite: false,
      lowStock: 500,
    })
    expect(formOf({ ...item, classChosen: false }).itemClass).toBeNull()
  })
})

describe('changing stock', () => {
  const sugar = { id: 1, name: 'Sugar 1 kg', quantityUnit: 'U', onHand: 4_000 }
  const line: AdjustLine = { item: sugar, quantity: 250 }

  it('counts one more for every scan of the same item', () => {
    const once = addItem([], sugar, { one: true })
    const twice = addItem(once, sugar, { one: true })
    expect(twice).toEqual([{ item: sugar, quantity: 200 }])
    expect(addItem(twice, sugar, { one: false })).toEqual(twice)
    const after = { ...sugar, onHand: 3_900 }
    expect(addItem(twice, after, { one: true })).toEqual([{ item: after, quantity: 300 }])
  })

  it('shows what is there afterwards', () => {
    expect(adjustKinds.map((kind) => [kind, afterwards(line, kind)])).toEqual([
      ['received', 4_250],
      ['count', 250],
      ['opening', 4_250],
      ['returned', 4_250],
      ['found', 4_250],
      ['lost', 3_750],
      ['wasted', 3_750],
      ['ownUse', 3_750],
    ])
    expect(afterwards({ ...line, quantity: null }, 'lost')).toBeNull()
  })

  it('takes zero for a count and for nothing else', () => {
    const zero = [{ ...line, quantity: 0 }]
    expect(adjustInput({ kind: 'count', lines: zero, remark: '' })).not.toBeNull()
    expect(adjustInput({ kind: 'received', lines: zero, remark: '' })).toBeNull()
    expect(adjustInput({ kind: 'received', lines: [], remark: '' })).toBeNull()
  })

  it('makes what the operation takes', () => {
    const input = adjustInput({ kind: 'received', lines: [line], remark: ' note 5512 ' })
    expect(input).toEqual({ kind: 'received', lines: [{ itemId: 1, quantity: 250 }], remark: 'note 5512' })
    expect(stockOperations['stock.adjust'].input.safeParse(input).success).toBe(true)
    const count = adjustInput({ kind: 'count', lines: [line], remark: '' })
    expect(count).toEqual({ kind: 'count', lines: [{ itemId: 1, quantity: 250, expected: 4_000 }] })
    expect(stockOperations['stock.adjust'].input.safeParse(count).success).toBe(true)
  })
})
