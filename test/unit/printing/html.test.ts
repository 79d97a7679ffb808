import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildReceipt } from '../../../core/printing/documents/receipt.ts'
import { type Paper, renderHtml } from '../../../core/printing/render/html.ts'
import { basket, sample, samples } from './samples.ts'

const papers: Paper[] = ['58mm', '80mm', 'A4']

function page(paper: Paper, text = 'Milk') {
  const input = sample(
    { buyer: { pin: text, name: text }, tenders: [{ label: text, amount: 1 }] },
    { lines: [{ ...basket[0]!, name: text, discount: { kind: 'percent', basisPoints: 500 } }] },
  )
  const seller = { ...input.seller, name: text, header: text, footer: text, address: [text] }
  return renderHtml(buildReceipt({ ...input, seller }), paper)
}

const tags = (html: string) => html.match(/<[^>]*>/g)

describe('a receipt as a page', () => {
  it.each(papers)('of %s has its size, its QR code and nothing from outside', (paper) => {
    const html = page(paper)
    expect(html).toContain(`@page { size: ${paper}`)
    expect(html).toContain('<svg')
    expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\ssrc=|\shref=|\son\w+=/i)
    expect(html.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:/)
  })

  it.each(papers)('of %s keeps its own marks, whatever the shop types', (paper) => {
    const marks = tags(page(paper))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constant(`</style><script>alert('1')</script>"'><img src=x onerror=alert(1)>&lt;`),
          fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => /[^\p{C}\p{Z}\s]/u.test(text)),
        ),
        (text) => {
          expect(tags(page(paper, text))).toEqual(marks)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('shows names as they were typed', () => {
    expect(page('A4', 'Fish & chips <large> "Njoo"')).toContain(
      'Fish &amp; chips &lt;large&gt; &quot;Njoo&quot;',
    )
    expect(page('80mm', 'Nescafé 50 g')).toContain('Nescafé 50 g')
  })

  it.each(papers)('of %s marks a copy at least twice as large as any amount', (paper) => {
    const html = renderHtml(buildReceipt(samples['copy']!), paper)
    expect(html).toContain('<p class="big">COPY</p>')
    const size = (rule: RegExp) => Number(rule.exec(html)?.[1])
    const big = size(/\.big \{[^}]*font-size: ([\d.]+)/)
    const total = size(/\.pair\.title \{[^}]*font-size: ([\d.]+)/)
    expect(big / total).toBeGreaterThanOrEqual(2)
  })

  it('is a sheet with a table of items on A4', () => {
    const html = renderHtml(buildReceipt(samples['discounts']!), 'A4')
    expect(html).toContain('<th>Unit price</th>')
    expect(html).toContain('<td>Tomatoes, loose</td><td>1.35 kg</td><td>120.00</td><td>162.00A-EX</td>')
  })
})
