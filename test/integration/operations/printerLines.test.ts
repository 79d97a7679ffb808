/** Printers on a device file, a serial port and a queue of the system: pseudo-terminals, and Debian's CUPS. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DirectJob } from '../../../core/base/ports.ts'
import type { PrinterConnection } from '../../../core/contract/printer.ts'
import { directPrinters } from '../../../core/printing/direct/directPrinters.ts'
import { printTiming } from '../../../core/printing/direct/timing.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { startCups } from '../../support/paper/cups.ts'
import { ensureSocat } from '../../support/paper/installed.ts'
import { startPaperPrinter } from '../../support/paper/printer.ts'
import { linesOf } from '../../support/paper/sheet.ts'

const direct = directPrinters({ ...printTiming, floorMs: 2_500, perByteMs: 0, connectMs: 2_000 })

const jobFor = (connection: PrinterConnection, more: Partial<DirectJob> = {}): DirectJob => ({
  connection,
  language: 'esc-pos',
  answers: null,
  title: 'T1-1',
  bytes: Buffer.from('Unga 2 kg\nMaziwa\n'),
  begin: async () => true,
  ...more,
})

/** Pseudo-terminals by socat and Debian's CUPS are here. */
const isLinux = process.platform === 'linux'

describe.runIf(isLinux).each(['device', 'serial'] as const)('a printer on a %s', (kind) => {
  /** A terminal of the system, whose other end is a printer. */
  const startLine = async () => {
    const folder = temporaryFolder()
    const link = join(folder.path, 'line')
    const printer = await startPaperPrinter()
    const socat = spawn(ensureSocat(), [`pty,raw,echo=0,link=${link}`, `tcp:127.0.0.1:${printer.port}`])
    onTestFinished(async () => {
      if (socat.exitCode === null) {
        socat.kill()
        await once(socat, 'exit')
      }
      await printer.close()
      folder.remove()
    })
    const path = await vi.waitFor(() => realpathSync(link), { timeout: 10_000 })
    const connection: PrinterConnection = kind === 'device' ? { kind, path } : { kind, path, baud: 115_200 }
    return { connection, printer }
  }

  test('prints, and confirms', async () => {
    const { connection, printer } = await startLine()
    expect(await direct.print(jobFor(connection))).toMatchObject({ is: 'printed', state: { answers: true } })
    expect(printer.sheets.flatMap(linesOf)).toEqual(['Unga 2 kg', 'Maziwa'])
  })

  test('gets nothing while its paper is out, and nothing of what was cancelled', async () => {
    const { connection, printer } = await startLine()
    printer.faults = { paperOutAfter: 0 }
    const outcome = { is: 'unsent', state: { trouble: 'paperOut' } }
    expect(await direct.print(jobFor(connection))).toMatchObject(outcome)
    printer.loadPaper()
    const cancelled = await direct.print(jobFor(connection, { begin: async () => false }))
    expect(cancelled).toMatchObject({ is: 'unsent', state: { trouble: null } })
    expect(printer.taken).toBe(0)
  })

  test('that never prints leaves the outcome unknown', async () => {
    const { connection, printer } = await startLine()
    printer.faults = { neverPrints: true }
    expect(await direct.print(jobFor(connection))).toMatchObject({ is: 'unknown', reason: 'unconfirmed' })
  })

  test('that is not there gets nothing', async () => {
    const path = '/dev/no-printer'
    const connection: PrinterConnection = kind === 'device' ? { kind, path } : { kind, path, baud: 9600 }
    const outcome = { is: 'unsent', state: { trouble: 'unreachable' } }
    expect(await direct.print(jobFor(connection))).toMatchObject(outcome)
  })
})

test.runIf(isLinux)('a queue of the system prints the bytes as they are', async () => {
  const cups = await startCups()
  process.env['CUPS_SERVER'] = cups.server
  onTestFinished(async () => {
    delete process.env['CUPS_SERVER']
    await cups.close()
  })
  const queues = directPrinters({ ...printTiming, floorMs: 10_000 })
  const connection = { kind: 'queue' as const, name: cups.queue }
  const bytes = Buffer.from('\x1b@Unga\n\x1dV\x01', 'latin1')
  const quiet = { trouble: null, paperLow: false, answers: true, detail: null }
  expect(await queues.print(jobFor(connection, { bytes }))).toEqual({ is: 'printed', state: quiet })
  expect(cups.printed()).toEqual(bytes)
  const receipts = Array.from({ length: 5 }, (_, index) => Buffer.from(`T1-${index}\n`))
  const printed = await Promise.all(receipts.map((each) => queues.print(jobFor(connection, { bytes: each }))))
  expect(printed.map(({ is }) => is)).toEqual(receipts.map(() => 'printed'))
  expect(cups.printed()).toEqual(Buffer.concat([bytes, ...receipts]))
  for (const how of ['before', 'half', 'after'] as const) {
    cups.failOnce(how)
    expect(await queues.print(jobFor(connection)), how).toMatchObject({ is: 'unknown' })
  }
  expect(await queues.print(jobFor(connection))).toMatchObject({ is: 'printed' })
  const none = await queues.print(jobFor({ kind: 'queue', name: 'Nothing' }))
  expect(none).toMatchObject({ is: 'unsent', state: { trouble: 'unreachable' } })
})

test.runIf(isLinux)(
  'printers in the network are found by their port, and nothing is sent to them',
  async () => {
    // A network of this process alone: the port is always the same.
    const network = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}`
    const printer = await startPaperPrinter({ host: `${network}.77`, port: 9100 })
    onTestFinished(() => printer.close())
    const found = await direct.inNetwork(`${network}.1`)
    expect(found).toContainEqual({ kind: 'network', host: `${network}.77`, port: 9100 })
    expect(printer.taken).toBe(0)
    expect(await direct.inNetwork('8.8.8.8')).toEqual([])
  },
)
