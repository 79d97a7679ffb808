/** A database that was rebuilt, or is an older copy, prints no paper a second time. */
import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { directPrinters } from '../../../core/printing/direct/directPrinters.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { quickPrinting, savePrinter, soon, startPrinter } from '../operations/printers.ts'
import { removeJournal, tillFile } from './spoil.ts'

const start = async (authority?: Shop['authority']) => {
  const printer = await startPrinter()
  const shop = await openShop({
    ...(authority ? { authority, initialised: false } : {}),
    ports: { direct: directPrinters(quickPrinting) },
    timing: { direct: quickPrinting },
  })
  const { id } = await savePrinter({ ok: shop.call }, printer)
  await shop.call('settings.save', { printer: { kind: 'direct' } })
  const papers = () => printer.sheets.filter(({ isCut }) => isCut).length
  const jobs = async () => {
    const { open, ended } = await shop.call('printJob.list')
    return [...open, ...ended].map(({ title, state, reason }) => ({ title, state, reason }))
  }
  return { shop, printer, printerId: id, papers, jobs }
}

/** An original that waited when the copy was made, and was printed afterwards. */
const printedAfterCopy = async (till: Awaited<ReturnType<typeof start>>) => {
  const { shop, printer, papers, jobs } = till
  const { invoiceId, number } = await shop.sell(await shop.goods())
  await shop.settled()
  await printer.off()
  expect(await shop.call('receipt.print', { invoiceId })).toMatchObject({ life: 'original' })
  await soon(async () => expect(await jobs()).toMatchObject([{ title: number, state: 'waiting' }]))
  await shop.call('backup.make')
  await printer.on()
  await soon(async () => expect(await jobs()).toMatchObject([{ title: number, state: 'printed' }]))
  expect(papers()).toBe(1)
  return { number, invoiceId }
}

const unknown = { state: 'unknown', reason: 'restored' }

describe('an original that was printed after the last copy', () => {
  test('is printed in a database that copy and journal rebuild', async () => {
    const till = await start()
    const { number, invoiceId } = await printedAfterCopy(till)
    await till.shop.close()
    rmSync(tillFile(till.shop))
    await till.shop.restart()
    expect(await till.jobs()).toMatchObject([{ title: number, state: 'printed' }])
    expect(await till.shop.call('receipt.print', { invoiceId })).toMatchObject({ life: 'copy' })
  })

  test('is unknown in a database that the copy alone rebuilds, and a person decides', async () => {
    const till = await start()
    const { number, invoiceId } = await printedAfterCopy(till)
    await till.shop.close()
    removeJournal(till.shop)
    rmSync(tillFile(till.shop))
    await till.shop.restart()
    expect(await till.jobs()).toEqual([{ title: number, ...unknown }])
    const another = await till.shop.reply('receipt.print', { invoiceId })
    expect(another).toMatchObject({ error: { reason: 'receipt.unanswered' } })
    const { open } = await till.shop.call('printJob.list')
    await till.shop.call('printJob.answer', { id: open[0]?.id ?? 0, printed: true })
    expect(await till.shop.call('receipt.print', { invoiceId })).toMatchObject({ life: 'copy' })
    await soon(() => expect(till.papers()).toBe(2))
  })

  test('is unknown on another computer that gets the copy', async () => {
    const old = await start()
    const { number } = await printedAfterCopy(old)
    const { files, folder } = await old.shop.call('backup.list')
    const path = `${folder}/${files[0]?.name}`
    const { authority } = old.shop
    const fresh = await start(authority)
    const copy = { place: 'file' as const, path }
    expect(await fresh.shop.call('backup.restore', { copy, pin: '471362' })).toMatchObject({
      complete: false,
    })
    expect(await fresh.jobs()).toEqual([{ title: number, ...unknown }])
    expect(fresh.papers()).toBe(0)
  })
})
