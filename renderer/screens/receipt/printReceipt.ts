/** Printing a receipt: the host prints it, or hands the page to this window. */
import type { InputOf, OutputOf } from '../../../core/contract/index.ts'
import { notify } from '../../components/notices.ts'
import { explain, failureCode } from '../../i18n/errors.ts'
import { say } from '../../i18n/index.ts'
import { type Call, CallFailed, useCaller } from '../../queries/calls.ts'
import { useHere } from '../../window/session.ts'
import { pdfActs } from './pdfActs.ts'
import { askWhetherPrinted, beginPrint, endPrint, usePrints } from './prints.ts'
import { printPage, readPage } from './receiptPage.ts'
import { words } from './words.ts'

type Wishes = Pick<InputOf<'receipt.print'>, 'target' | 'atOnce'>

interface ReceiptPrinter {
  isPrinting: (invoiceId: number) => boolean
  /** Prints to where the settings say, or to `target`, and says what became of it. Nobody waits for it. */
  print: (invoiceId: number, wishes?: Wishes) => void
  /** As `print`, for a completed sale: of an exchange first the credit note, then the sale. */
  printSale: (sale: OutputOf<'sale.complete'>, wishes?: Wishes) => void
}

export function usePrinter(): ReceiptPrinter {
  const call = useCaller()
  const { profile } = useHere()
  const { running } = usePrints()
  const start = (invoiceId: number, wishes: Wishes, then?: () => void): void => {
    if (!beginPrint(invoiceId)) return
    print(call, profile.id, { invoiceId, ...wishes })
      .catch((error: unknown) => tellNotPrinted(error, profile.id, invoiceId))
      .finally(() => {
        endPrint(invoiceId)
        then?.()
      })
  }
  return {
    isPrinting: (invoiceId) => running.has(invoiceId),
    print: (invoiceId, wishes = {}) => start(invoiceId, wishes),
    printSale: ({ invoiceId, returned }, wishes = {}) => {
      const sale = () => start(invoiceId, wishes)
      if (returned) start(returned.invoiceId, wishes, sale)
      else sale()
    },
  }
}

async function print(call: Call, appId: string, input: InputOf<'receipt.print'>): Promise<void> {
  const print = await call('receipt.print', input)
  if (print.html !== null) await printHere(call, print, print.html)
  if (print.html !== null && print.life === 'original') {
    const { printId, number } = print
    askWhetherPrinted({ appId, printId, number, invoiceId: input.invoiceId })
    return
  }
  const { file, jobId } = print
  // The bar says what keeps a direct printer from it; a message would cover that.
  if (jobId !== null) return
  if (file === null) notify({ tone: 'ok', text: say(words, 'printed') })
  else notify({ tone: 'ok', text: say(words, 'pdf.made'), acts: pdfActs(call, file) })
}

/** The person answers whether the original printed. Copies and slips need no answer. */
async function printHere(
  call: Call,
  { printId, life }: OutputOf<'receipt.print'>,
  html: string,
): Promise<void> {
  try {
    printPage(readPage(html))
  } catch (error) {
    await call('receipt.printed', { printId, outcome: 'failed' })
    throw error
  }
  if (life !== 'original') await call('receipt.printed', { printId, outcome: 'printed' })
}

function tellNotPrinted(error: unknown, appId: string, invoiceId: number): void {
  const failure = error instanceof CallFailed ? error.failure : null
  if (failure?.reason === 'receipt.unanswered') {
    const { printId, number } = failure.params ?? {}
    askWhetherPrinted({ appId, invoiceId, printId: Number(printId), number: String(number) })
    return
  }
  // What the core says of a receipt says all of it; a fourth print of the original takes an approval.
  const text = failure?.reason.startsWith('receipt.')
    ? explain(failure)
    : [say(words, 'notPrinted'), failure && explain(failure)].filter(Boolean).join(' ')
  notify({ tone: 'bad', text, ...(failure && { code: failureCode(failure) }) })
}
