import { describe, expect, it } from 'vitest'
import { checkDigit, defaultScaleRules, isValidGtin, parseScan } from '../../../core/fiscal/barcode.ts'
import { demoCustomers, demoItems, demoShop } from '../../../core/workspace/demo/shop.ts'

const goods = demoItems.filter((item) => item.type !== '3')
const services = demoItems.filter((item) => item.type === '3')
const loose = goods.filter((item) => item.quantityUnit === 'KG')

describe('the demo shop', () => {
  it('is as large as a shop of its kind', () => {
    expect(goods.length).toBeGreaterThanOrEqual(66)
    expect(services.length).toBeGreaterThanOrEqual(5)
    const categories = new Set(demoItems.map((item) => item.category))
    expect(categories.size).toBe(9)
    for (const category of categories) {
      expect(demoItems.some((item) => item.category === category && item.favourite)).toBe(true)
    }
  })

  it('has no two items of one name or barcode', () => {
    const names = demoItems.map((item) => item.name)
    const barcodes = goods.map((item) => item.barcode)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(barcodes).size).toBe(barcodes.length)
  })

  it('bears valid Kenyan barcodes, and scale numbers on loose goods', () => {
    for (const { barcode, quantityUnit, name } of goods) {
      if (quantityUnit === 'KG') expect(barcode, name).toMatch(/^\d{5}$/)
      else expect(isValidGtin(barcode!) && barcode!.startsWith('616'), name).toBe(true)
    }
  })

  it('finds its loose goods by the labels of its scale', () => {
    expect(loose.length).toBeGreaterThanOrEqual(4)
    for (const { barcode } of loose) {
      const digits = `${defaultScaleRules[0]!.prefix}${barcode}01250`
      expect(parseScan(digits + checkDigit(digits))).toEqual({
        kind: 'weight',
        itemCode: barcode,
        quantity: 125,
      })
    }
  })

  it('has a price, a class and a lawful tax letter for everything', () => {
    for (const item of demoItems) {
      expect(item.price, item.name).toBeGreaterThan(0)
      expect(item.itemClass, item.name).toMatch(/^\d{10}$/)
      expect(['A', 'B', 'C'], item.name).toContain(item.taxType)
      expect(item.name.length).toBeLessThanOrEqual(60)
    }
    const letters = Object.fromEntries(demoItems.map((item) => [item.name, item.taxType]))
    expect(letters).toMatchObject({
      'White bread 400 g': 'C',
      'Maize flour (unga) 2 kg': 'C',
      'Tomatoes (nyanya), loose': 'A',
      'Sugar, white 1 kg': 'B',
      'Soda 500 ml': 'B',
      'Airtime 100': 'A',
    })
  })

  it('keeps stock of goods and none of services', () => {
    for (const item of goods) {
      expect(item.openingStock, item.name).toBeGreaterThan(item.lowStock!)
      expect(item.lowStock, item.name).toBeGreaterThan(0)
    }
    for (const item of services)
      expect([item.openingStock, item.lowStock, item.barcode]).toEqual([null, null, null])
  })

  it('and its customers have valid PINs, but for one person who has none', () => {
    const pins = [demoShop, ...demoCustomers].flatMap(({ pin }) => pin ?? [])
    expect(pins).toHaveLength(demoCustomers.length)
    for (const pin of pins) expect(pin).toMatch(/^[AP]\d{9}[A-Z]$/)
  })
})
