/** A page of a roll is as long as what is on it: what does not fit would come out on a second one of the same length. */

import { buildDayReport } from '../../core/printing/documents/dayReport.ts'
import { buildReceipt } from '../../core/printing/documents/receipt.ts'
import { renderHtml } from '../../core/printing/render/html.ts'
import { dayReport, type Goods, sample, samples } from '../unit/printing/samples.ts'
import { expect, test } from './till.ts'

const names = [
  'White bread 400 g',
  'Milk, long life 500 ml',
  'BABY DIAPERS, MEDIUM, PACK OF 10',
  'Soda 300 ml, returnable bottle',
  'WASHING POWDER 500 G WITH A MUG, FAMILY PACK',
  'Maize flour (unga) 2 kg',
  'Umbrella, large, with a wooden handle, in many colours and two sizes, guaranteed for a year',
]
const goods = (count: number): Goods[] =>
  Array.from({ length: count }, (_, index) => ({
    name: names[index % names.length] ?? '',
    quantity: 100 * (1 + (index % 12)),
    unitPrice: 4_500 + 137_700 * (index % 3),
    taxType: index % 2 ? 'B' : 'A',
    discount: index % 5 ? undefined : { kind: 'percent', basisPoints: 1250 },
  }))
const models = {
  ...Object.fromEntries(Object.entries(samples).map(([name, input]) => [name, buildReceipt(input)])),
  'a full basket': buildReceipt(sample({}, { lines: goods(25) })),
  'a full trolley': buildReceipt(sample({}, { lines: goods(150) })),
  "a day's report": buildDayReport(dayReport, { language: 'sw', print: 3 }),
}

for (const paper of ['58mm', '80mm'] as const) {
  test(`every receipt fits on one page of a roll of ${paper}, with little paper left over`, async ({
    page,
  }) => {
    for (const [name, model] of Object.entries(models)) {
      const html = renderHtml(model, paper)
      await page.setContent(html)
      await page.emulateMedia({ media: 'print' })
      const used = await page.evaluate(() => (document.body.getBoundingClientRect().height / 96) * 25.4)
      const length = Number(/@page \{ size: \w+ ([\d.]+)mm/.exec(html)?.[1])
      expect(length, name).toBeGreaterThanOrEqual(used)
      expect(length, name).toBeLessThan(used * 1.16 + 20)
    }
  })
}
