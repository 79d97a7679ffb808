import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { defaultDataDir } from '../../../core/platform/dataFolder.ts'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { findBrowser } from '../../../core/printing/printers/findBrowser.ts'
import { pageSizeOf } from '../../../core/printing/printers/pageSize.ts'
import { nodePrinter, receiptFile } from '../../../core/printing/printers/systemPrinter.ts'

const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'kaunta-machine-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const program = (file: string) => {
  writeFileSync(file, '#!/bin/sh\nexit 1\n')
  chmodSync(file, 0o755)
  return file
}

describe.skipIf(process.platform === 'win32')('the data folder by default', () => {
  test.each([
    ['linux', {}, '/home/amina/.local/share/Kaunta'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/Kaunta'],
    ['darwin', {}, '/home/amina/Library/Application Support/Kaunta'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Kaunta'],
    ['win32', {}, '/home/amina/AppData/Roaming/Kaunta'],
  ] as const)('on %s with %j', (platform, env, expected) => {
    expect(defaultDataDir({ platform, env, home: '/home/amina' })).toBe(expected)
  })
})

describe.skipIf(process.platform === 'win32')('a browser', () => {
  test('is looked for along the path, Chromium first', () => {
    const [one, two] = [folder(), folder()]
    program(join(one, 'google-chrome'))
    const chromium = program(join(two, 'chromium'))
    expect(findBrowser({ PATH: `${one}:${two}` }, 'linux')).toBe(chromium)
  })

  test('that is named wins, if it is there', () => {
    const dir = folder()
    const named = program(join(dir, 'mine'))
    program(join(dir, 'chromium'))
    expect(findBrowser({ PATH: dir, KAUNTA_CHROMIUM: named }, 'linux')).toBe(named)
    expect(findBrowser({ PATH: dir, KAUNTA_CHROMIUM: '/nowhere' }, 'linux')).toBe(join(dir, 'chromium'))
  })

  test('that cannot be run is none', () => {
    const dir = folder()
    writeFileSync(join(dir, 'chromium'), '', { mode: 0o644 })
    expect(findBrowser({ PATH: dir }, 'linux')).toBeNull()
  })
})

describe('paper', () => {
  test('has the size the document asks for', () => {
    const html = '<style>@page { size: 80mm 143mm; margin: 0; }</style>'
    expect(pageSizeOf({ title: '', paper: '80mm', html })).toEqual({ width: 80, height: 143 })
  })

  test('has its own size otherwise', () => {
    expect(pageSizeOf({ title: '', paper: '58mm', html: '' })).toEqual({ width: 58, height: 297 })
    expect(pageSizeOf({ title: '', paper: 'A4', html: '<style>@page { size: A4; }</style>' })).toEqual({
      width: 210,
      height: 297,
    })
  })

  test('gets a file name that cannot leave its folder', () => {
    const at = new Date('2026-11-20T08:09:10.123Z')
    expect(receiptFile('/data', '../../etc/Risiti Nº 7\0', at)).toBe(
      join('/data/receipts/etc-Risiti-Nº-7-20261120080910123.pdf'),
    )
    expect(receiptFile('/data', '///', at)).toBe(join('/data/receipts/receipt-20261120080910123.pdf'))
  })
})

describe.skipIf(process.platform === 'win32')('the printers of the system', () => {
  test('are those of lpstat, and without it the reason says so', async () => {
    const bin = folder()
    vi.stubEnv('PATH', bin)
    const { list } = nodePrinter(folder(), Date.now)
    expect(await list()).toMatchObject({ ok: false, reason: expect.stringContaining('lpstat') })
    const lpstat = program(join(bin, 'lpstat'))
    writeFileSync(lpstat, '#!/bin/sh\n[ "$1" = -e ] && printf "Counter\\nOffice_2\\n"\n')
    expect(await list()).toEqual({
      ok: true,
      printers: [
        { name: 'Counter', title: 'Counter' },
        { name: 'Office_2', title: 'Office_2' },
      ],
    })
    vi.unstubAllEnvs()
  })
})

describe.skipIf(process.platform === 'win32')('printing without what it needs', () => {
  const job = { title: 'Receipt 1', paper: '80mm', html: '<p>x</p>' } as const

  test('answers with the reason when there is no browser', async () => {
    vi.stubEnv('PATH', folder())
    vi.stubEnv('KAUNTA_CHROMIUM', undefined)
    const printer = nodePrinter(folder(), Date.now)
    const reason = 'No Chromium, Chrome or Edge is installed to make the PDF with.'
    expect(await printer.pdf(job)).toEqual({ ok: false, reason })
    expect(await printer.print(job)).toEqual({ ok: false, reason })
    vi.unstubAllEnvs()
  })

  test('answers with the reason when the browser fails', async () => {
    const dir = folder()
    mkdirSync(join(dir, 'bin'))
    vi.stubEnv('KAUNTA_CHROMIUM', program(join(dir, 'bin', 'chromium')))
    const answer = await nodePrinter(dir, Date.now).pdf(job)
    expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining('The PDF could not be made') })
    vi.unstubAllEnvs()
  })
})

describe('the clock', () => {
  test('calls back after the time has passed, and not after it was cancelled', async () => {
    vi.useFakeTimers()
    const [rang, cancelled] = [vi.fn(), vi.fn()]
    systemClock.after(100 * 24 * 3_600_000, rang)
    systemClock.after(1_000, cancelled)()
    await vi.advanceTimersByTimeAsync(99 * 24 * 3_600_000)
    expect(rang).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(rang).toHaveBeenCalledOnce()
    expect(cancelled).not.toHaveBeenCalled()
    vi.useRealTimers()
  })
})
