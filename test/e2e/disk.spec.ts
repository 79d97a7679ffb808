/** The window's messages about the disk, over every screen. test/integration/disk/disk.test.ts has the core's states. */
import { readdirSync, rmSync } from 'node:fs'
import type { DiskWord } from '../../core/contract/device.ts'
import { temporaryFolder } from '../support/folder.ts'
import { expectAccessible, expectInOrder } from './inOrder.ts'
import { ask, tabTo } from './steps.ts'
import { expect, test } from './till.ts'

const notes: [word: DiskWord, en: string, sw: string][] = [
  ['low', 'Free 164 MB on the disk of /home/amina/kaunta', 'Ongeza nafasi ya MB 164'],
  ['stopped', 'selling has stopped', 'mauzo yamesimama'],
  ['full', 'The disk is full', 'Diski imejaa'],
  ['readOnly', 'is read-only', 'inasomeka tu'],
  ['broken', 'Check that the disk of /home/amina/kaunta is connected', 'imeunganishwa'],
  ['damaged', 'is damaged', 'limeharibika'],
  ['gone', 'The data folder is missing: selling has stopped', 'Folda ya data haipo'],
]

/** What a finger touches on Sell and on Payment. */
const touched = '.sell-card, .sell-search, .sell-line button, .sell-cart-foot button, .pay button'

test('a disk that wants something says what, in both languages, and moves nothing that a finger touches', async ({
  demoTill: till,
}) => {
  const { page } = till
  let word: DiskWord = 'ok'
  await page.route('**/bridge/call', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string }
    if (name !== 'status.get') return route.continue()
    const response = await route.fetch()
    const reply = (await response.json()) as { data: object }
    const disk = { word, folder: '/home/amina/kaunta', freeBytes: 400_000_000, toFreeBytes: 163_300_000 }
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, disk } } })
  })
  const note = page.locator('.bar-note')
  const dialog = page.getByRole('dialog')
  const boxes = () =>
    page
      .locator(touched)
      .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())))
  await page.locator('.sell-card').first().click()
  // Its first key shows the caps of all keys.
  await page.keyboard.press('F2')
  for (const { language, width, height } of [
    { language: 'en', width: 1366, height: 768 },
    { language: 'sw', width: 1024, height: 600 },
  ] as const) {
    await page.setViewportSize({ width, height })
    /** Every window hears of it, and asks for the status. */
    const become = async (next: DiskWord) => {
      word = next
      await ask(page, 'workspace.setLanguage', { language })
      await expect(note).toHaveCount(next === 'ok' ? 0 : 1)
    }
    await become('ok')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const onSell = await boxes()
    for (const [next, en, sw] of notes) {
      await become(next)
      await note.getByRole('button').first().click()
      await expect(dialog).toContainText(language === 'en' ? en : sw)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(note).toBeInViewport({ ratio: 1 })
      expect(await boxes()).toEqual(onSell)
    }
    await become('ok')
    await page.keyboard.press('F9')
    await expect(page.locator('.pay-act')).toBeInViewport({ ratio: 1 })
    const onPayment = await boxes()
    await become('low')
    expect(await boxes()).toEqual(onPayment)
    await expectInOrder(page, language, 'a note on Payment')
    await page.keyboard.press('Escape')
  }
  // The window asks on while the till goes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const looks = [
  { width: 1024, height: 600, save: 'Save', elsewhere: 'Save a copy elsewhere', saved: 'The copy is in' },
  {
    width: 1366,
    height: 768,
    save: 'Hifadhi',
    elsewhere: 'Hifadhi nakala mahali',
    saved: 'Nakala iko kwenye',
  },
]

test.describe('with fingers and keys', () => {
  test.use({ hasTouch: true })

  test('the data folder is deleted under the window: a manager reads it at once, and saves a copy elsewhere', async ({
    demoTill: till,
  }) => {
    test.slow()
    const { page } = till
    const folder = temporaryFolder()
    await ask(page, 'settings.save', { backupFolder: folder.path })
    rmSync(till.dataDir, { recursive: true })
    const note = page.locator('.bar-note')
    const dialog = page.getByRole('dialog')
    await expect(note).toContainText('The data folder is missing')
    await expect(note).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled()
    for (const { width, height, save, elsewhere, saved } of looks) {
      await page.setViewportSize({ width, height })
      if (save === 'Hifadhi') await page.getByRole('button', { name: 'Badili kwa Kiswahili' }).tap()
      const look = (name: string) =>
        page.screenshot({ path: test.info().outputPath(`${name}-${height}.png`) })
      const open = note.getByRole('button', { name: elsewhere })
      await expect(open).toBeInViewport({ ratio: 1 })
      await look('note')
      await open.tap()
      const act = dialog.getByRole('button', { name: save, exact: true })
      await expect(act).toBeInViewport({ ratio: 1 })
      await act.tap()
      await expect(dialog).toContainText(`${saved} ${folder.path}`)
      await look('saved')
      await expectAccessible(page, `the data folder is gone, ${height}`)
      // The keyboard does the same.
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await open.focus()
      await page.keyboard.press('Enter')
      await expect(act).toBeInViewport({ ratio: 1 })
      await tabTo(act)
      await page.keyboard.press('Enter')
      await expect(dialog).toContainText(`${saved} ${folder.path}`)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    expect(readdirSync(folder.path)).toHaveLength(4)
    folder.remove()
  })
})
