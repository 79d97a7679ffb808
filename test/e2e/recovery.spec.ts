/** The file with the books is destroyed; the till opens with everything, says so, and an owner puts a copy back. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ask, bar, cart, demo, goTo, nextSale, row, sell, unlock } from './steps.ts'
import { expect, type Till, test } from './till.ts'

test('a till whose file is gone opens with all it sold; a copy is put back with the PIN', async ({
  demoTill: till,
}) => {
  const number = await sell(till.page, demo.bread.code)
  await expect(till.page.getByText('Signed by KRA')).toBeVisible()
  await nextSale(till.page)
  await ask(till.page, 'backup.make', {})
  const later = await sell(till.page, demo.milk.code)
  await expect(till.page.getByText('Signed by KRA')).toBeVisible()
  await nextSale(till.page)
  await till.kill()
  const apps = join(till.dataDir, 'apps')
  for (const id of readdirSync(apps))
    for (const ending of ['', '-wal', '-shm']) rmSync(join(apps, id, `till.db${ending}`), { force: true })
  await till.start()

  const { page } = till
  await page.reload()
  await page.getByRole('button', { name: 'Wanjiru' }).click()
  await unlock(page, '1234')
  await page.getByRole('button', { name: 'Read the message about the data' }).click()
  await expect(page.getByText('The file of this shop was missing')).toBeVisible()
  await expect(page.getByText('Nothing is missing.')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('gone.png') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Badili kwa Kiswahili' }).click()
  await page.getByRole('button', { name: 'Soma ujumbe kuhusu data' }).click()
  await expect(page.getByText('Faili la duka hili halikuwepo')).toBeVisible()
  await expect(page.getByText('Hakuna kinachokosekana.')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('gone-sw.png') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change to English' }).click()
  await goTo(page, 'Receipts')
  for (const each of [number, later]) await expect(row(page, `Sale ${each}`)).toContainText('Signed')

  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Backups' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('The file of this shop was missing')).toBeHidden()
  await page.getByRole('button', { name: 'Second backup folder: Choose…' }).click()
  const folders = page.getByRole('dialog', { name: 'Choose a folder' })
  await folders.getByRole('option', { name: /^Home folder/ }).click()
  await folders.getByRole('button', { name: 'Use this folder' }).click()
  await expect(page.getByRole('group', { name: 'Second backup folder' })).toContainText(homedir())
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await page.getByRole('button', { name: 'Restore…' }).first().click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('The backup is complete.')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('restore.png') })
  await dialog.getByLabel(/’s passcode$/).fill('1234')
  await dialog.getByRole('button', { name: 'Restore backup' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('A backup was restored').first()).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('restored.png') })
  await goTo(page, 'Receipts')
  for (const each of [number, later]) await expect(row(page, `Sale ${each}`)).toContainText('Signed')
  await goTo(page, 'Sell')
  await sell(page, demo.bread.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await nextSale(page)
  await expect(bar(page)).toContainText('All sent to KRA')
})

test('a till whose file of people is gone opens with everybody, and says what to do again', async ({
  demoTill: till,
}) => {
  const copies = join(till.dataDir, 'backups', 'workspace')
  await expect
    .poll(() => existsSync(copies) && readdirSync(copies).some((name) => !name.startsWith('.')))
    .toBe(true)
  // Somebody comes whom no copy knows.
  const before = test.info().outputPath('copies')
  cpSync(copies, before, { recursive: true })
  await ask(till.page, 'user.save', { name: 'Achieng', role: 'cashier', pin: '7352' })
  const number = await sell(till.page, demo.bread.code)
  await expect(till.page.getByText('Signed by KRA')).toBeVisible()
  await nextSale(till.page)
  await till.kill()
  for (const ending of ['', '-wal', '-shm'])
    rmSync(join(till.dataDir, `workspace.db${ending}`), { force: true })
  rmSync(copies, { recursive: true })
  cpSync(before, copies, { recursive: true })
  await till.start()

  const { page } = till
  await page.reload()
  await page.getByRole('button', { name: 'Wanjiru' }).click()
  await unlock(page, '1234')
  await page.getByRole('button', { name: 'Read the message about the data' }).click()
  await expect(
    page.getByText('The file with people, passcodes, shops and keys was damaged or missing'),
  ).toBeVisible()
  await expect(page.getByText('sales are not affected')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('people.png') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Badili kwa Kiswahili' }).click()
  await page.getByRole('button', { name: 'Soma ujumbe kuhusu data' }).click()
  await expect(page.getByText('Mauzo hayakuguswa.')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('people-sw.png') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change to English' }).click()
  await goTo(page, 'Receipts')
  await expect(row(page, `Sale ${number}`)).toContainText('Signed')
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Backups' }).click()
  await page.screenshot({ path: test.info().outputPath('people-settings.png') })
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('sales are not affected')).toBeHidden()
})

/** Starts the till again with the database of that profile gone and not to be made anew. */
async function startWithout(till: Till, id: string) {
  await till.kill()
  const file = join(till.dataDir, 'apps', id, 'till.db')
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
  mkdirSync(file)
  await till.start()
  await till.page.reload()
}

test('a demo owner whose shop cannot be opened names the owner of the real one on the way there', async ({
  demoTill: till,
  authority,
}) => {
  const { page } = till
  const shop = (await ask(page, 'workspace.state', {})).currentProfile!
  const device = { taxpayerPin: 'P051234567X', branchId: '00', deviceSerial: 'KT-1' }
  const connection = { ...device, environment: 'production', authorityUrl: authority.url } as const
  await ask(page, 'profile.create', { name: 'Duka la Amina', ...connection })
  await startWithout(till, shop.id)
  await page.getByRole('button', { name: 'Wanjiru' }).click()
  await unlock(page, '1234')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const whose = page.getByRole('dialog', { name: 'Who owns “Duka la Amina”?' })
  await expect(whose.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await whose.getByLabel('Your name').fill('Amina')
  await whose.getByLabel('Passcode', { exact: true }).fill('826415')
  await whose.getByLabel('Passcode again').fill('826415')
  await whose.getByRole('button', { name: 'Continue' }).click()
  const confirm = page.getByRole('alertdialog')
  for (const figure of '4567') await confirm.getByRole('button', { name: figure, exact: true }).click()
  await confirm.getByRole('button', { name: 'Open real shop' }).click()
  await expect(bar(page)).toContainText('Amina')
})

test('a till whose profile cannot be opened says so, and an owner works in another one meanwhile', async ({
  demoTill: till,
}) => {
  const { profiles } = await ask(till.page, 'profile.list', {})
  const [shop] = profiles
  await ask(till.page, 'profile.createPractice', { name: 'Second shop', demoShop: true })
  await startWithout(till, shop!.id)

  const { page } = till
  await page.getByRole('button', { name: 'Otieno' }).click()
  await unlock(page, '1234')
  await expect(page.getByRole('heading', { name: `“${shop!.name}” could not be opened` })).toBeVisible()
  await expect(page.getByText('cannot be opened')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Lock the till' }).click()
  await page.getByRole('button', { name: 'Wanjiru' }).click()
  await unlock(page, '1234')
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('unopened.png') })
  await page.getByRole('button', { name: 'Badili kwa Kiswahili' }).click()
  await expect(page.getByRole('heading', { name: `“${shop!.name}” haikuweza kufunguliwa` })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('unopened-sw.png') })
  await page.getByRole('button', { name: 'Change to English' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Open practice shop' }).click()
  await expect(page.getByText('The other shops work.')).toBeVisible()
  await expect(cart(page)).toBeVisible()
  await sell(page, demo.bread.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
})
