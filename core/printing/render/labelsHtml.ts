import { setImmediate } from 'node:timers/promises'
import { escapeHtml } from '../../base/escapeHtml.ts'
import { type LabelFormat, labelsPerPage } from '../../fiscal/labels.ts'
import { type Bars, barsOf } from './bars.ts'
import { labelStyle } from './labelStyle.ts'
import { cleanText } from './sanitise.ts'

/** What stands on a label. */
export interface LabelContent {
  name: string
  secondName: string | null
  currency: string
  price: string
  /** Such as `kg`; null: the price is of a piece. */
  unit: string | null
  /** The price of a kilogramme or a litre, such as `KSh 120.00 / kg`; null: it is the price, or none. */
  measured: string | null
  /** Barcode or item code. */
  code: string
  copies: number
}

/** Millimetres. Bars between whole dots of a usual label printer come out as wide as they should be. */
const dot = 0.125
const widestModule = 3 * dot
/** Each bar is narrower by this, in millimetres: a printer blackens each dot that a bar touches, and ink spreads. */
const spread = 0.05
const mmPerPixel = 25.4 / 96

/** Returns the width of a module in millimetres, so that the code fits between the edges of the label. */
function moduleOf({ width, sheet }: LabelFormat, { modules }: Bars): number {
  const room = (width - 2) / modules
  if (room >= widestModule) return widestModule
  return sheet ? room : Math.max(dot, Math.floor(room / dot) * dot)
}

/** The bars of one item in millimetres. A browser moves a picture to whole pixels, so it begins at the label's edge. */
function symbolOf(format: LabelFormat, { index, bars }: { index: number; bars: Bars }): string {
  const module = moduleOf(format, bars)
  const centred = (format.width - bars.modules * module) / 2
  const left = format.sheet ? centred : Math.round(centred / dot) * dot
  const path = bars.bars.map(({ from, width }) => {
    const drawn = (width * module - spread).toFixed(3)
    return `M${(left + from * module + spread / 2).toFixed(3)} 0h${drawn}v1h-${drawn}z`
  })
  const width = pixelsOf(format) * mmPerPixel
  return `<symbol id="c${index}" viewBox="0 0 ${width.toFixed(4)} 1" preserveAspectRatio="none"><path d="${path.join('')}"/></symbol>`
}

/** A picture of whole pixels is drawn neither wider nor narrower. */
function pixelsOf({ width }: LabelFormat): number {
  return Math.ceil(width / mmPerPixel)
}

/** Renders labels as one printable page after another. Like a receipt, they need no other resources. */
export async function renderLabels(
  contents: readonly LabelContent[],
  { format, start, title }: { format: LabelFormat; start: number; title: string },
): Promise<{ html: string; labels: number; pages: number }> {
  const drawn: { content: LabelContent; bars: Bars }[] = []
  for (const content of contents) {
    drawn.push({ content, bars: barsOf(content.code) })
    // Hundreds of codes would delay a scan noticeably.
    if (drawn.length % 100 === 0) await setImmediate()
  }
  const labels = drawn.flatMap(({ content }, index) => {
    const html = labelHtml(content, { index, pixels: pixelsOf(format) })
    return Array.from({ length: content.copies }, () => html)
  })
  const skipped = format.sheet ? start - 1 : 0
  const cells = [...Array.from({ length: skipped }, () => '<i></i>'), ...labels]
  const perPage = labelsPerPage(format)
  const pages = Array.from({ length: Math.ceil(cells.length / perPage) }, (_, page) =>
    cells.slice(page * perPage, (page + 1) * perPage).join(''),
  )
  const symbols = drawn.map(({ bars }, index) => symbolOf(format, { index, bars }))
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${safe(title)}</title>
<style>${labelStyle(format)}</style>
</head>
<body>
<svg class="codes" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>
${pages.map((page) => `<section>${page}</section>`).join('\n')}
</body>
</html>
`
  return { html, labels: labels.length, pages: pages.length }
}

function labelHtml(content: LabelContent, { index, pixels }: { index: number; pixels: number }): string {
  const { name, secondName, currency, price, unit, measured, code } = content
  const second = secondName ? `<p class="second">${safe(secondName)}</p>` : ''
  const of = unit ? `<small> / ${safe(unit)}</small>` : ''
  const per = measured ? `<span>${safe(measured)}</span>` : ''
  return `<div><p class="name">${safe(name)}</p>${second}<p class="price"><b><small>${safe(currency)} </small>${safe(price)}${of}</b>${per}</p><svg class="bars" width="${pixels}"><use href="#c${index}"/></svg><p class="code">${safe(code)}</p></div>`
}

function safe(text: string): string {
  return escapeHtml(cleanText(text))
}
