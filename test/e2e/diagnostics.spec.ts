/** A manager makes the file for support, and sees all of it first. */
import { existsSync } from 'node:fs'
import { goTo } from './steps.ts'
import { expect, test } from './till.ts'

test('the file is made, shown whole, and names neither the shop nor its goods', async ({
  demoTill: till,
}) => {
  const { page } = till
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: /^Support file/ }).click()
  await expect(page.getByRole('heading', { name: 'Support file' })).toBeVisible()
  await page.getByRole('button', { name: 'Create support file' }).click()
  const content = page.locator('.settings-diagnostics pre')
  await expect(content).toContainText('"check"')
  const shown = await content.innerText()
  expect(shown).toContain('"oldestSeconds"')
  expect(shown).not.toMatch(/Njeri|Maziwa|P051234567X/i)
  const file = await page.locator('.settings-section .note small').innerText()
  expect(file).toMatch(/diagnostics.kaunta-\d{14}\.json\.gz$/)
  expect(existsSync(file)).toBe(true)
  await page.screenshot({ path: test.info().outputPath('help.png') })
})
