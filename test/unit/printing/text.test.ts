import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildReceipt } from '../../../core/printing/documents/receipt.ts'
import { renderText } from '../../../core/printing/render/text.ts'
import { basket, sample, samples } from './samples.ts'

const widths = [32, 42, 48] as const

describe('a receipt on a till roll', () => {
  it.each(Object.keys(samples))('looks as agreed: %s', async (name) => {
    const model = buildReceipt(samples[name]!)
    const rolls = widths.map((columns) =>
      [`${columns} columns`, '', ...renderText(model, columns)].join('\n'),
    )
    await expect(`${rolls.join('\n\n\n')}\n`).toMatchFileSnapshot(`./snapshots/${name}.txt`)
  })

  it('keeps within its columns and to printable characters, whatever the shop types', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom(...widths),
        (typed, columns) => {
          for (const line of renderText(buildReceipt(withText(typed)), columns)) {
            expect(line.length).toBeLessThanOrEqual(columns)
            expect(line).toMatch(/^[\x20-\x7e]*$/)
          }
        },
      ),
    )
  })

  it('never breaks an amount, however large', () => {
    const large = [
      { name: 'Maize, ex store', quantity: 100_000_000, unitPrice: 987_654, taxType: 'A' as const },
    ]
    for (const columns of widths) {
      const lines = renderText(buildReceipt(sample({}, { lines: large })), columns)
      const amounts = lines.filter((line) => line.includes('9,876,540,000.00'))
      expect(amounts.length).toBeGreaterThanOrEqual(6)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
    }
  })

  it('wraps long names at words', () => {
    const lines = renderText(buildReceipt(samples['original']!), 32)
    expect(lines).toContain('Ketepa Pride tea bags, 100')
    expect(lines).toContain('pieces in the family box')
  })
})

function withText(typed: string) {
  const input = sample({}, { lines: [{ ...basket[0]!, name: typed }] })
  return {
    ...input,
    seller: { ...input.seller, name: typed, header: typed, footer: typed, address: [typed] },
    buyer: { pin: typed, name: typed },
    till: { ...input.till, name: typed, cashier: typed },
    tenders: [{ label: typed, amount: 100 }],
  }
}
