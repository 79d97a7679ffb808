/** Printing through a hidden page: paper without a dialogue, and PDF files. */
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../../db/engine/makeFolder.ts'
import type { Printer, PrintJob } from '../../base/ports.ts'
import { pageSizeOf } from './pageSize.ts'
import { pruneReceipts, receiptFile } from './systemPrinter.ts'

const micronsPerMm = 1_000
const mmPerInch = 25.4
/** Electron may never report the outcome of a print. Without this limit its caller, and a closing till, would wait without end. */
const usualPatienceMs = 30_000

export interface PrintOptions {
  silent: true
  printBackground: true
  margins: { marginType: 'default' | 'none' }
  /** Microns, unless it is named. */
  pageSize: 'A4' | { width: number; height: number }
  deviceName?: string
}

/** Electron's hidden window. It has no preload, so its page reaches nothing of ours. */
export interface HiddenPage {
  loadURL(url: string): Promise<void>
  destroy(): void
  webContents: {
    print(options: PrintOptions, done: (success: boolean, reason: string) => void): void
    /** Sizes in inches. */
    printToPDF(options: {
      pageSize: { width: number; height: number }
      preferCSSPageSize: true
      printBackground: true
    }): Promise<Buffer>
    getPrintersAsync(): Promise<{ name: string; displayName: string }[]>
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const printOptions = (job: PrintJob): PrintOptions => {
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

const printNow = (contents: Pick<HiddenPage['webContents'], 'print'>, job: PrintJob): Promise<Printed> => {
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
  contents: Pick<HiddenPage['webContents'], 'print' | 'getPrintersAsync'>,
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
export const pagePrinter = (
  makePage: () => HiddenPage,
  dataDir: string,
  now: () => number,
  patienceMs = usualPatienceMs,
): Printer => {
  const withPage = async <T>(
    { html }: Pick<PrintJob, 'html'>,
    use: (page: HiddenPage) => Promise<T>,
  ): Promise<T | { ok: false; reason: string }> => {
    const page = makePage()
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
