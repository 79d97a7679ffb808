import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PrintJob } from '../../../core/base/ports.ts'
import {
  type HiddenPage,
  type PrintOptions,
  pagePrinter,
} from '../../../core/printing/printers/pagePrinter.ts'
import { temporaryFolder } from '../../support/folder.ts'

const roll: PrintJob = {
  title: 'Receipt 7',
  paper: '80mm',
  html: '<!doctype html><style>@page { size: 80mm 143mm; margin: 0; }</style><p>Maziwa ya “Brookside”</p>',
}
const sheet: PrintJob = {
  ...roll,
  paper: 'A4',
  html: '<style>@page { size: A4; }</style>',
  printerName: 'Office',
}

type Done = (success: boolean, reason: string) => void

const fakeWindow = (
  outcome: { success: boolean; reason?: string } = { success: true },
  patienceMs?: number,
) => {
  const print = vi.fn((_options: PrintOptions, done: Done) => done(outcome.success, outcome.reason ?? ''))
  const printToPDF = vi.fn(async (_options: object) => Buffer.from('%PDF-1.7 fake'))
  const getPrintersAsync = vi.fn(async () => [
    { name: 'XP_80C', displayName: 'XP-80C', description: '', options: {} },
    { name: 'Office', displayName: 'Office', description: '', options: {} },
  ])
  const window = {
    loadURL: vi.fn(async (_url: string) => undefined),
    destroy: vi.fn(),
    webContents: { print, printToPDF, getPrintersAsync },
  }
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const makePage = () => window as HiddenPage
  return {
    window,
    print,
    printToPDF,
    getPrintersAsync,
    printer: pagePrinter(makePage, folder.path, () => 0, patienceMs),
  }
}

test('a roll prints at once on the default printer with the page its receipt asks for', async () => {
  const { printer, print, window } = fakeWindow()
  expect(await printer.print(roll)).toEqual({ ok: true })
  expect(print.mock.lastCall![0]).toEqual({
    silent: true,
    printBackground: true,
    margins: { marginType: 'none' },
    pageSize: { width: 80_000, height: 143_000 },
  })
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a sheet prints on the printer that is named', async () => {
  const { printer, print } = fakeWindow()
  await printer.print(sheet)
  expect(print.mock.lastCall![0]).toMatchObject({ deviceName: 'Office', pageSize: 'A4' })
})

test('the page that prints is the document itself, letter by letter', async () => {
  const { printer, window } = fakeWindow()
  await printer.print(roll)
  const [, encoded = ''] = window.loadURL.mock.lastCall![0].split('base64,')
  expect(Buffer.from(encoded, 'base64').toString()).toBe(roll.html)
})

test('a printer that fails says why, is not asked again, and its window is gone', async () => {
  const { printer, print, window } = fakeWindow({ success: false, reason: 'Print job failed' })
  expect(await printer.print(sheet)).toEqual({ ok: false, reason: 'Print job failed' })
  expect(print).toHaveBeenCalledOnce()
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a printer may be named as the system shows it', async () => {
  const { printer, print } = fakeWindow()
  print.mockImplementationOnce((_options, done) => done(false, 'Invalid deviceName provided'))
  expect(await printer.print({ ...roll, printerName: 'XP-80C' })).toEqual({ ok: true })
  expect(print.mock.calls.map(([{ deviceName }]) => deviceName)).toEqual(['XP-80C', 'XP_80C'])
})

test('for a printer that is gone or renamed, the available printers are listed', async () => {
  const { printer, print, getPrintersAsync } = fakeWindow({
    success: false,
    reason: 'Invalid deviceName provided',
  })
  const gone = { ...roll, printerName: 'Kitchen' }
  const reason = 'This computer has no printer “Kitchen”. It has “XP-80C”, “Office”. See Settings → Printer.'
  expect(await printer.print(gone)).toEqual({ ok: false, reason })
  getPrintersAsync.mockResolvedValueOnce([])
  expect(await printer.print(gone)).toMatchObject({ reason: expect.stringContaining('It has none.') })
  expect(print).toHaveBeenCalledTimes(2)
})

test('the printers of the computer have the name that people see, and no window stays', async () => {
  const { printer, window } = fakeWindow()
  expect(await printer.list()).toEqual({
    ok: true,
    printers: [
      { name: 'XP_80C', title: 'XP-80C' },
      { name: 'Office', title: 'Office' },
    ],
  })
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a printer that never answers is a failure in the end, and its window is gone', async () => {
  const { printer, print, window } = fakeWindow(undefined, 50)
  print.mockImplementationOnce(() => undefined)
  expect(await printer.print(roll)).toEqual({
    ok: false,
    reason: 'There was no answer for 0.05 seconds. See whether the printer is on.',
  })
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a page that does not load says why, and its window is gone', async () => {
  const { printer, window } = fakeWindow()
  window.loadURL.mockRejectedValueOnce(new Error('ERR_FAILED'))
  expect(await printer.print(roll)).toEqual({ ok: false, reason: 'ERR_FAILED' })
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a PDF has the same page, in inches, and lies where the answer says', async () => {
  const { printer, printToPDF } = fakeWindow()
  const answer = await printer.pdf(roll)
  expect(answer.ok && readFileSync(answer.file, 'utf8')).toBe('%PDF-1.7 fake')
  expect(printToPDF.mock.lastCall![0]).toMatchObject({ pageSize: { width: 80 / 25.4, height: 143 / 25.4 } })
})
