import { describe, expect, it } from 'vitest'
import { defaultTaxRates } from '../../../core/fiscal/tax.ts'
import { type Block, buildReceipt, verificationBases } from '../../../core/printing/documents/receipt.ts'
import type { ReceiptInput } from '../../../core/printing/documents/receiptInput.ts'
import { renderHtml } from '../../../core/printing/render/html.ts'
import { renderText } from '../../../core/printing/render/text.ts'
import { fiscal, sample, samples } from './samples.ts'

function blocks(input: ReceiptInput): Block[] {
  return buildReceipt(input).sections.flatMap((section) => section.blocks)
}

function words(input: ReceiptInput): string {
  return renderText(buildReceipt(input), 48).join('\n')
}

describe('a slip that awaits its signature', () => {
  const slip = samples['awaiting']!

  it('carries nothing that looks like one', () => {
    const kinds = blocks(slip).map((block) => block.kind)
    expect(kinds).not.toContain('qr')
    expect(kinds).not.toContain('code')
    expect(kinds).not.toContain('logo')
    expect(words(slip)).not.toMatch(/SCU|CU INVOICE|COUNTER|Signature:|Internal|KRA eTIMS|TAX INVOICE$/m)
    expect(renderHtml(buildReceipt(slip), '80mm')).not.toContain('<svg')
  })

  it('says in both languages that it is no tax invoice yet', () => {
    expect(words(slip)).toContain('NOT A TAX INVOICE YET')
    expect(words(slip)).toContain('BADO SI ANKARA YA KODI')
  })

  it('does not call a credit note approved before it is', () => {
    const credits = samples['creditNote']!.credits
    const waiting = sample({ document: 'creditNote', life: { kind: 'awaiting', rejected: false }, credits })
    expect(words(waiting)).not.toContain('APPROVED')
    expect(words(waiting)).toContain('NOT AN OFFICIAL CREDIT NOTE YET')
  })
})

describe('a signed receipt', () => {
  it('takes its control-unit block from the authority, not from the till', () => {
    const signedLate = sample({
      life: { kind: 'original', fiscal: { ...fiscal, signedAt: '2026-03-02 08:15:09.0' } },
    })
    const shown = words(signedLate)
    expect(shown).toMatch(/SCU INFORMATION.*Date: 02\/03\/2026 +Time: 08:15:09.*TIS INFORMATION/s)
    expect(shown).toMatch(/TIS INFORMATION.*Date: 01\/03\/2026 +Time: 10:30:00/s)
    expect(shown).toContain('CU INVOICE NO.: KRACU0100000001/41')
    expect(shown).toContain('ABCD-EFGH-IJKL-MNOP-QRST-UVWX-2A')
    expect(shown).toContain('QRST-UVWX-YZ23-4567')
  })

  it.each(['sandbox', 'production'] as const)(
    'leads to its check in %s by PIN, branch and signature',
    (environment) => {
      const base = verificationBases[environment]
      const qr = blocks(sample({ environment, verificationBase: base })).find((block) => block.kind === 'qr')
      expect(qr).toEqual({ kind: 'qr', url: `${base}P051234567X00QRSTUVWXYZ234567` })
    },
  )

  it('is counted by its kind', () => {
    expect(words(samples['original']!)).toContain('RECEIPT COUNTER: 41/44 NS')
    expect(words(samples['copy']!)).toContain('RECEIPT COUNTER: 41/44 CS')
    expect(words(samples['creditNote']!)).toContain('RECEIPT COUNTER: 3/45 NC')
    expect(words(samples['creditNoteCopy']!)).toContain('RECEIPT COUNTER: 3/45 CC')
  })

  it('lists all five rates, as the table of the authority has them', () => {
    const rates = { ...defaultTaxRates, E: 0 }
    const table = blocks(sample({}, { rates })).find((block) => block.kind === 'taxTable')
    expect(table?.rows.map((row) => row.rate)).toEqual(['A-EX', 'B-16.00%', 'C-0%', 'D-NON VAT', 'E-0%'])
  })
})

describe('a copy', () => {
  it('says so between the header and the items, and that it is not official', () => {
    const names = buildReceipt(samples['copy']!).sections
    const marked = names.findIndex(({ blocks }) => blocks.some((block) => block.kind === 'big'))
    expect(names.findIndex(({ name }) => name === 'seller')).toBeLessThan(marked)
    expect(names.findIndex(({ name }) => name === 'items')).toBeGreaterThan(marked)
    expect(words(samples['copy']!)).toContain('THIS IS NOT AN OFFICIAL RECEIPT')
  })

  it('is the only one that says so', () => {
    for (const [name, input] of Object.entries(samples)) {
      expect(blocks(input).some((block) => block.kind === 'big')).toBe(/copy/i.test(name))
    }
  })
})

describe('a credit note', () => {
  it('has every amount negative', () => {
    const printed = words(samples['creditNote']!).replaceAll(/ x [\d.]+/g, '')
    const amounts = printed.match(/-?[\d,]+\.\d\d(?=[\sA-E]|$)/g) ?? []
    expect(amounts.length).toBeGreaterThan(15)
    for (const amount of amounts) expect(amount === '0.00' || amount.startsWith('-'), amount).toBe(true)
  })

  it('names the sale by its control-unit number', () => {
    expect(words(samples['creditNote']!)).toContain('ORIGINAL CU INVOICE NO.#: KRACU0100000001/41')
    expect(words(samples['creditNote']!)).toMatch(/CREDIT NOTE IS APPROVED ONLY FOR ORIGINAL SALES\s+RECEIPT/)
  })

  it('gives a discounted line back at what was paid', () => {
    const note = samples['creditNote']!
    const [line] = note.lines
    const returned = { ...note, lines: [{ ...line!, gross: 13_000, discount: 2088 }] }
    const item = blocks(returned).find((block) => block.kind === 'item')
    expect(item).toMatchObject({ unitPrice: '-54.56', amount: '-109.12A-EX', discount: null })
  })
})

it('a slip of a rejected sale says that the shop must fix it, and promises no signature', () => {
  const rejected = words(sample({ life: { kind: 'awaiting', rejected: true } })).replaceAll(/\s+/g, ' ')
  expect(rejected).toContain('NOT A TAX INVOICE YET')
  expect(rejected).toContain('KRA has not signed it: the shop must fix it first.')
  expect(rejected).toContain('KRA haijaisaini: duka lazima lirekebishe kwanza.')
  expect(rejected).not.toMatch(/awaiting|inasubiri/)
})

it('every print of a sandbox says that it is not real, and none of production does', () => {
  const lives: ReceiptInput['life'][] = [
    { kind: 'awaiting', rejected: false },
    { kind: 'original', fiscal },
    { kind: 'copy', number: 1, fiscal },
    { kind: 'unsigned', authorityNumber: 1 },
  ]
  for (const life of lives) {
    expect(words(sample({ life, environment: 'sandbox' }))).toContain('SANDBOX - NOT A REAL RECEIPT')
    expect(words(sample({ life }))).not.toContain('SANDBOX')
  }
})

it('a receipt is plain data', () => {
  const model = buildReceipt(samples['discounts']!)
  expect(JSON.parse(JSON.stringify(model))).toEqual(model)
})
