import type { LabelFormat } from '../../fiscal/labels.ts'

/** Sizes of texts by the label's height: points, and millimetres to the edge. */
function sizesOf({ height }: LabelFormat) {
  if (height >= 35) return { edge: 2.5, name: 10, second: 7.5, price: 18, code: 7.5 }
  if (height >= 28) return { edge: 2, name: 8.5, second: 6.5, price: 14, code: 6.5 }
  if (height >= 24) return { edge: 1.5, name: 7.5, second: 6, price: 12, code: 6 }
  return { edge: 1.2, name: 6.5, second: 5.5, price: 10.5, code: 5.5 }
}

/** A page that is exactly as high as its paper may continue on a second, empty one. */
const lessThanPaper = 0.1

function pageStyle(format: LabelFormat): string {
  const { width, height, sheet } = format
  if (!sheet) {
    return `@page { size: ${width}mm ${height}mm; margin: 0; }
section { width: ${width}mm; height: ${height - lessThanPaper}mm; }
section > div { width: ${width}mm; height: ${height - lessThanPaper}mm; }`
  }
  const { columns, left, top, gap } = sheet
  return `@page { size: A4; margin: 0; }
section { width: 210mm; height: ${297 - lessThanPaper}mm; padding: ${top}mm 0 0 ${left}mm; display: grid; align-content: start;
  grid-template-columns: repeat(${columns}, ${width}mm); grid-auto-rows: ${height}mm; column-gap: ${gap}mm; }`
}

export function labelStyle(format: LabelFormat): string {
  const { edge, name, second, price, code } = sizesOf(format)
  return `${pageStyle(format)}
* { box-sizing: border-box; margin: 0; padding: 0; }
body { color: #000; background: #fff; font-family: "Inter", "Segoe UI", "Helvetica Neue", Arial, "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums; line-height: 1.15; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.codes { position: absolute; }
section { overflow: hidden; break-after: page; }
section:last-child { break-after: auto; }
section > div { display: flex; flex-direction: column; align-items: center; overflow: hidden; padding: ${edge}mm; text-align: center; }
p { flex: none; max-width: 100%; }
.name { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow-wrap: anywhere; text-wrap: balance;
  font-size: ${name}pt; font-weight: 600; }
.second { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: ${second}pt; }
.second, .name:has(+ .second) { -webkit-line-clamp: 1; }
.price { display: flex; align-items: baseline; justify-content: center; flex-wrap: wrap; gap: 0 ${edge}mm; white-space: nowrap; font-size: ${second}pt; }
.price b { font-size: ${price}pt; line-height: 1.2; }
.price small { font-size: 0.55em; font-weight: 600; }
.bars { flex: 1 1 0; min-height: 0; align-self: flex-start; margin-left: -${edge}mm; fill: #000; shape-rendering: crispEdges; }
.code { font-size: ${code}pt; letter-spacing: 0.06em; white-space: nowrap; }
`
}
