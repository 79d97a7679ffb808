const common = `
* { box-sizing: border-box; margin: 0; padding: 0; }
body { color: #000; background: #fff; font-family: "Inter", "Segoe UI", "Helvetica Neue", Arial, "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: right; white-space: nowrap; vertical-align: top; font-weight: inherit; }
th:first-child, td:first-child { text-align: left; }
.pair { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 0.75em; }
.pair span:last-child { white-space: nowrap; margin-left: auto; }
.strong, .title, .logo, .big { font-weight: 700; }
.code { font-family: "Cascadia Mono", Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; }
.qr svg { display: block; width: 100%; height: auto; }
.watermark { left: 0; right: 0; text-align: center; font-weight: 700; line-height: 1; letter-spacing: 0.1em; }
.watermark::before { content: attr(data-word); }
`

/** `height` in millimetres. The printable width of a 58 mm roll is 48 mm, of an 80 mm roll 72 mm. */
export function rollStyle(paper: '58mm' | '80mm', height: number): string {
  const narrow = paper === '58mm'
  return `@page { size: ${paper} ${height}mm; margin: 0; }
${common}
body { width: ${paper}; padding: 3mm ${narrow ? '5mm' : '4mm'} 5mm; font-size: ${narrow ? '7.5pt' : '9.5pt'}; line-height: 1.3; }
section + section { margin-top: 1.2mm; }
.seller, .title, .notice, .message, .footer { text-align: center; text-wrap: balance; }
h2 { display: flex; align-items: center; gap: 1.5mm; margin: 1.5mm 0; font-size: inherit; }
h2::before, h2::after { content: ""; flex: 1; border-top: 0.3mm dashed #000; }
h2 span:empty { display: none; }
h2:has(span:empty)::after { display: none; }
.seller .strong { font-size: 1.2em; }
.logo { font-size: 1.1em; letter-spacing: 0.06em; border: 0.4mm solid #000; border-radius: 1mm; display: inline-block; padding: 0.4mm 2.5mm; margin-bottom: 1mm; }
.title > .title { font-size: 1.3em; letter-spacing: 0.04em; }
.notice { padding: 0.5mm 0; }
.notice > .normal + .strong { margin-top: 1mm; }
.big { font-size: 3.4em; line-height: 1.15; letter-spacing: 0.12em; margin-right: -0.12em; }
.watermark { position: fixed; top: 45%; font-size: ${narrow ? '27pt' : '38pt'}; color: #0000001a; transform: rotate(-52deg); }
.items > p:not(.pair) + .pair { break-before: avoid; }
.items > .pair + p:not(.pair) { margin-top: 0.8mm; }
.detail { padding-left: 1em; }
.pair.title { font-size: 1.25em; padding: 0.4mm 0; }
.code { font-size: ${narrow ? '6.8pt' : '8.8pt'}; }
.qr { width: ${narrow ? '32mm' : '34mm'}; margin: 1.5mm auto 0; }
`
}

export const a4Style = `@page { size: A4; margin: 14mm; }
${common}
body { font-size: 10pt; line-height: 1.45; max-width: 182mm; }
@media screen { body { margin: 14mm; } }
header { display: flex; justify-content: space-between; gap: 12mm; padding-bottom: 5mm; border-bottom: 0.5mm solid #000; }
header > div { text-align: right; }
.logo { display: inline-block; font-size: 9pt; letter-spacing: 0.06em; border: 0.3mm solid #000; border-radius: 1mm;
  padding: 0.3mm 2mm; margin-bottom: 2mm; }
.seller .strong { font-size: 15pt; line-height: 1.25; }
.title > .title { font-size: 20pt; line-height: 1.2; letter-spacing: 0.03em; text-wrap: balance; }
.buyer { margin-top: 4mm; }
.notice { margin-top: 5mm; padding: 3mm 5mm; border: 0.3mm solid #000; text-align: center; }
.big { font-size: 34pt; line-height: 1.1; letter-spacing: 0.15em; margin-right: -0.15em; }
.watermark { position: fixed; top: 45%; font-size: 150pt; color: #0000000f; transform: rotate(-28deg); }
.message { margin-top: 4mm; }
.items { margin-top: 6mm; }
.items thead { border-bottom: 0.3mm solid #000; }
.items th { font-size: 8.5pt; font-weight: 700; padding: 0 0 1mm; }
.items td { padding: 1.4mm 0 0; }
.items tr { break-inside: avoid; }
.items th + th, .items td + td { padding-left: 6mm; }
.items td:first-child { white-space: normal; width: 60%; }
.items .narration td { padding-top: 0; font-size: 9pt; }
.items .narration td:first-child { padding-left: 4mm; }
.items tbody tr:last-child td { padding-bottom: 3mm; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 14mm; padding-top: 4mm; border-top: 0.3mm solid #000;
  margin-bottom: 6mm; break-inside: avoid; }
.taxes { grid-column: 1; }
.taxes th { font-size: 8.5pt; font-weight: 700; }
.totals { grid-column: 2; }
.pair.title { font-size: 14pt; line-height: 1.7; }
h2 { font-size: 8.5pt; letter-spacing: 0.04em; }
.till .pair { justify-content: flex-start; column-gap: 4mm; }
.till .pair span:last-child, .authority .pair span:last-child { margin-left: 0; }
.authority .pair { justify-content: flex-start; column-gap: 4mm; }
/* The code stands beside the words of its section, which it would else push onto a second page. */
.signed { grid-template-columns: 2fr 1fr; column-gap: 10mm; }
.code { font-size: 9pt; }
.authority { display: grid; grid-template-columns: 1fr 34mm; column-gap: 6mm; align-content: start; }
.authority > * { grid-column: 1; }
.authority > .qr { grid-column: 2; grid-row: 1 / span 12; }
.footer { text-align: center; }
`
