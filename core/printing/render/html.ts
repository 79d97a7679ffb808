import { renderSVG } from 'uqr'
import { escapeHtml } from '../../base/escapeHtml.ts'
import type { Block, ItemBlock, ReceiptModel, SectionName } from '../documents/receipt.ts'
import { a4Style, rollStyle } from './htmlStyle.ts'
import { rollHeight } from './rollHeight.ts'
import { cleanText, cleanUrl } from './sanitise.ts'

export type Paper = '58mm' | '80mm' | 'A4'

/**
 * Renders a receipt as one printable page: a till roll of 58 or 80 mm, or an A4 invoice. The document needs no other
 * resources and runs no script; its content policy says so.
 */
export function renderHtml(model: ReceiptModel, paper: Paper): string {
  const style = paper === 'A4' ? a4Style : rollStyle(paper, rollHeight(model, paper))
  // A report has no goods: its parts stand below each other on a sheet too.
  const goods = model.sections.some(({ name }) => name === 'items')
  const body = paper === 'A4' && goods ? a4Body(model) : rollBody(model)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${safe(`${model.title} ${model.number}`)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** The word of a copy, a training paper or a proforma, behind everything. */
function watermark({ sections }: ReceiptModel): string {
  const word = sections.find(({ name }) => name === 'notice')?.blocks.find((block) => block.kind === 'big')
  return word ? `<div class="watermark" data-word="${safe(word.text)}"></div>` : ''
}

function rollBody(model: ReceiptModel): string {
  const sections = model.sections
    .map(({ name, rule, blocks }) => {
      const line =
        rule === null ? '' : `<h2${rule ? '' : ' role="presentation"'}><span>${safe(rule)}</span></h2>`
      return `<section class="${name}">${line}${blocks.map(blockHtml).join('')}</section>`
    })
    .join('\n')
  return `${watermark(model)}${sections}`
}

function a4Body(model: ReceiptModel): string {
  const blocks = (name: SectionName) => model.sections.find((section) => section.name === name)?.blocks ?? []
  const part = (name: SectionName) => {
    const content = blocks(name).map(blockHtml).join('')
    return content && `<section class="${name}">${content}</section>`
  }
  const titled = (name: SectionName) => {
    const rule = model.sections.find((section) => section.name === name)?.rule
    return rule
      ? `<section class="${name}"><h2>${safe(rule)}</h2>${blocks(name).map(blockHtml).join('')}</section>`
      : ''
  }
  return `${watermark(model)}
<header>${part('seller')}<div>${part('title')}<p>${safe(model.number)}</p>${part('buyer')}</div></header>
${part('notice')}${part('message')}
<table class="items">
<thead><tr><th>Description</th><th>Quantity</th><th>Unit price</th><th>Amount</th></tr></thead>
<tbody>${blocks('items')
    .filter((block) => block.kind === 'item')
    .map(itemRow)
    .join('')}</tbody>
</table>
<div class="columns">${part('taxes')}${part('totals')}</div>
<div class="columns signed">${titled('authority')}${titled('till')}</div>
${part('footer')}`
}

function itemRow({ name, quantity, unitPrice, amount, discount }: ItemBlock): string {
  const row = cells([name, quantity, unitPrice, amount])
  const narration = discount
    ? `<tr class="narration">${cells([discount.label, '', '', discount.amount])}</tr>`
    : ''
  return `<tr>${row}</tr>${narration}`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'logo':
      return `<p class="logo">${safe(block.text)}</p>`
    case 'text':
      return `<p class="${block.weight}">${safe(block.text)}</p>`
    case 'big':
      return `<p class="big">${safe(block.text)}</p>`
    case 'pair':
      return `<p class="pair ${block.weight}"><span>${safe(block.left)}</span><span>${safe(block.right)}</span></p>`
    case 'item':
      return `<p>${safe(block.name)}</p>${pair(`${block.unitPrice} x ${block.quantity}`, block.amount)}${
        block.discount ? pair(block.discount.label, block.discount.amount) : ''
      }`
    case 'taxTable': {
      const head = [block.head.rate, block.head.taxable, block.head.tax].map(
        (cell) => `<th>${safe(cell)}</th>`,
      )
      const rows = block.rows.map(({ rate, taxable, tax }) => `<tr>${cells([rate, taxable, tax])}</tr>`)
      return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
    }
    case 'code':
      return `<p>${safe(block.label)}</p><p class="code">${safe(block.value)}</p>`
    case 'qr':
      return `<div class="qr">${renderSVG(cleanUrl(block.url), { ecc: 'M', border: 1 })}</div>`
  }
}

function pair(left: string, right: string): string {
  return `<p class="pair detail"><span>${safe(left)}</span><span>${safe(right)}</span></p>`
}

function cells(values: string[]): string {
  return values.map((value) => `<td>${safe(value)}</td>`).join('')
}

function safe(text: string): string {
  return escapeHtml(cleanText(text))
}
