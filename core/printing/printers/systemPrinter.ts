/** Printing without Electron: PDF through an installed browser, paper through the system's `lp` and `lpstat`. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { makeFolder } from '../../../db/engine/makeFolder.ts'
import type { Printer, PrintJob } from '../../base/ports.ts'
import { findBrowser, sandboxArguments } from './findBrowser.ts'

const run = promisify(execFile)
/** Milliseconds. After this the browser will not print. */
const patienceMs = 30_000

/** Returns `<data>/receipts/<title>-<moment>.<kind>`; the title without characters that file names cannot contain. */
export const receiptFile = (
  dataDir: string,
  title: string,
  at: Date,
  kind: 'pdf' | 'csv' = 'pdf',
): string => {
  const safe = title.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '')
  const moment = at.toISOString().replace(/\D/g, '').slice(0, 17)
  return join(dataDir, 'receipts', `${safe.slice(0, 80) || 'receipt'}-${moment}.${kind}`)
}

/** These files can be created again at any time, so only this many are kept. */
const mostReceipts = 500
const momentPattern = /-(\d{17})\.(?:pdf|csv)$/

/** Deletes the oldest receipts of a folder beyond `most`. Other files stay. */
export const pruneReceipts = async (folder: string, most = mostReceipts): Promise<void> => {
  const dated = (await readdir(folder)).flatMap((name) => {
    const moment = momentPattern.exec(name)?.[1]
    return moment ? [{ name, moment }] : []
  })
  const surplus = dated.sort((a, b) => b.moment.localeCompare(a.moment)).slice(most)
  for (const { name } of surplus) await rm(join(folder, name), { force: true })
}

const printToPdf = async (browser: string, job: PrintJob, file: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaunta-print-'))
  try {
    const page = join(folder, 'page.html')
    await writeFile(page, job.html, { mode: 0o600 })
    const flags = [
      '--headless',
      '--disable-gpu',
      '--no-pdf-header-footer',
      `--user-data-dir=${join(folder, 'profile')}`,
    ]
    await run(
      browser,
      [...sandboxArguments(), ...flags, `--print-to-pdf=${file}`, pathToFileURL(page).href],
      {
        timeout: patienceMs,
        killSignal: 'SIGKILL',
      },
    )
    await stat(file)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)

const needsWindow = {
  ok: false,
  reason: "Without Kaunta's own window, print from the browser's dialogue or to PDF.",
} as const

/** A printer for a host without its own window. Every failure is a reply with its reason. */
export const nodePrinter = (dataDir: string, now: () => number): Printer => {
  const pdf: Printer['pdf'] = async (job) => {
    const browser = findBrowser()
    if (!browser)
      return { ok: false, reason: 'No Chromium, Chrome or Edge is installed to make the PDF with.' }
    const file = receiptFile(dataDir, job.title, new Date(now()))
    try {
      makeFolder(dirname(file), 1)
      await printToPdf(browser, job, file)
      await pruneReceipts(dirname(file)).catch(() => undefined)
      return { ok: true, file }
    } catch (error) {
      return { ok: false, reason: `The PDF could not be made: ${reasonOf(error)}` }
    }
  }
  const print: Printer['print'] = async (job) => {
    if (process.platform === 'win32') return needsWindow
    const made = await pdf(job)
    if (!made.ok) return made
    try {
      const printer = job.printerName ? ['-d', job.printerName] : []
      await run('lp', [...printer, '-t', job.title, '--', made.file], { timeout: patienceMs })
      return { ok: true }
    } catch (error) {
      return { ok: false, reason: `The system's printer did not take it (lp): ${reasonOf(error)}` }
    }
  }
  const list: Printer['list'] = async () => {
    if (process.platform === 'win32') return needsWindow
    try {
      // Lists the printers of the network too, and waits for them.
      const { stdout } = await run('lpstat', ['-e'], { timeout: patienceMs })
      const names = stdout.split('\n').filter((name) => name !== '')
      return { ok: true, printers: names.map((name) => ({ name, title: name })) }
    } catch (error) {
      return { ok: false, reason: `The system did not list its printers (lpstat): ${reasonOf(error)}` }
    }
  }
  return { print, pdf, list }
}
