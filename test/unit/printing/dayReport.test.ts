/** The day's report on paper, in both languages and in every form that a receipt has. */
import { expect, it } from 'vitest'
import { buildDayReport } from '../../../core/printing/documents/dayReport.ts'
import { renderHtml } from '../../../core/printing/render/html.ts'
import { renderRoll } from '../../../core/printing/render/roll.ts'
import { renderText } from '../../../core/printing/render/text.ts'
import { dayReport as report, rollLook } from './samples.ts'

it.each(['en', 'sw'] as const)('reads as in the snapshot: %s', async (language) => {
  const lines = renderText(buildDayReport(report, { language, print: 3 }), 42)
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(42)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`snapshots/dayReport.${language}.txt`)
})

it('prints whole on narrow paper, on a sheet and on a receipt printer', () => {
  const model = buildDayReport(report, { language: 'en', print: null })
  for (const line of renderText(model, 32)) expect(line.length, line).toBeLessThanOrEqual(32)
  for (const paper of ['58mm', '80mm', 'A4'] as const) {
    const html = renderHtml(model, paper)
    for (const part of ['1,003,840.00', '5120-0f3a5c7e91b2d4f6', 'T1-1001 - T1-1141', 'Not printed'])
      expect(html, paper).toContain(part)
  }
  const bytes = Buffer.from(renderRoll(model, rollLook)).toString('latin1')
  expect(bytes).toContain('1,003,840.00')
})
