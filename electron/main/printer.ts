/** Printing through a hidden window of Electron's own: paper without a dialogue, and PDF files. */
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BrowserWindow, WebContents, WebContentsPrintOptions } from 'electron'
import type { Printer, PrintJob } from '../../core/base/ports.ts'
import { pageSizeOf } from '../../core/printing/printers/pageSize.ts'
import { pruneReceipts, receiptFile } from '../../core/printing/printers/systemPrinter.ts'
import { makeFolder } from '../../db/engine/makeFolder.ts'

const micronsPerMm = 1_000
const mmPerInch = 25.4
/** Electron may never report the outcome of a print. Without this limit its caller, and a closing till, would wait without end. */
const usualPatienceMs = 30_000

/** Makes a hidden window without a preload, which therefore reaches nothing of ours. */
export type MakeHidden = () => Pick<BrowserWindow, 'loadURL' | 'destroy' | 'webContents'>

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const printOptions = (job: PrintJob): WebContentsPrintOptions => {
  const { width, height } = pageSizeOf(job)
  return {
    silent: true,
    printBackground: true,
    margins: { marginType: job.paper === 'A4' ? 'default' : 'none' },
    pageSize: job.paper === 'A4' ? 'A4' : { width: width * micronsPerMm, height: height * micronsPerMm },
    ...(job.printerName ? { deviceName: job.printerName } : {}),
  }
}

type Printed = { ok: true } | { ok: false; reason: string }

const printNow = (contents: Pick<WebContents, 'print'>, job: PrintJob): Promise<Printed> => {
  const { promise, resolve } = Promise.withResolvers<Printed>()
  contents.print(printOptions(job), (success, reason) =>
    resolve(success ? { ok: true } : { ok: false, reason }),
  )
  return promise
}

/**
 * Electron knows a printer by the system's own name alone, people type the one that the system shows them. The list is
 * asked for only after a failure: with printers in a network it may take a while.
 */
const printByName = async (
  contents: Pick<WebContents, 'print' | 'getPrintersAsync'>,
  job: PrintJob,
): Promise<Printed> => {
  const printed = await printNow(contents, job)
  const { printerName } = job
  if (printed.ok || !printerName) return printed
  const printers = await contents.getPrintersAsync()
  // The named printer exists, so the first attempt may have printed. Kaunta prints nothing twice.
  if (printers.some(({ name }) => name === printerName)) return printed
  const meant = printers.find(({ displayName }) => displayName === printerName)
  if (meant) return printNow(contents, { ...job, printerName: meant.name })
  const others = printers.map(({ displayName, name }) => `“${displayName || name}”`).join(', ')
  return {
    ok: false,
    reason: `This computer has no printer “${printerName}”. It has ${others || 'none'}. See Settings → Printer.`,
  }
}

/** Every failure is an answer with its reason, silence too. `now` is epoch milliseconds. */
export const electronPrinter = (
  makeHidden: MakeHidden,
  dataDir: string,
  now: () => number,
  patienceMs = usualPatienceMs,
): Printer => {
  const withPage = async <T>(
    { html }: Pick<PrintJob, 'html'>,
    use: (page: ReturnType<MakeHidden>) => Promise<T>,
  ): Promise<T | { ok: false; reason: string }> => {
    const page = makeHidden()
    const work = async () => {
      await page.loadURL(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`)
      return use(page)
    }
    const { promise: timeUp, reject } = Promise.withResolvers<never>()
    const silence = `There was no answer for ${patienceMs / 1_000} seconds. See whether the printer is on.`
    const timer = setTimeout(() => reject(new Error(silence)), patienceMs)
    try {
      return await Promise.race([work(), timeUp])
    } catch (error) {
      return { ok: false, reason: reasonOf(error) }
    } finally {
      clearTimeout(timer)
      page.destroy()
    }
  }
  return {
    print: (job) => withPage(job, ({ webContents }) => printByName(webContents, job)),
    pdf: (job) =>
      withPage(job, async ({ webContents }) => {
        const { width, height } = pageSizeOf(job)
        const content = await webContents.printToPDF({
          pageSize: { width: width / mmPerInch, height: height / mmPerInch },
          preferCSSPageSize: true,
          printBackground: true,
        })
        const file = receiptFile(dataDir, job.title, new Date(now()))
        makeFolder(dirname(file), 1)
        await writeFile(file, content)
        await pruneReceipts(dirname(file)).catch(() => undefined)
        return { ok: true, file } as const
      }),
    list: () =>
      withPage({ html: '' }, async ({ webContents }) => {
        const found = await webContents.getPrintersAsync()
        const printers = found.map(({ name, displayName }) => ({ name, title: displayName || name }))
        return { ok: true, printers } as const
      }),
  }
}
