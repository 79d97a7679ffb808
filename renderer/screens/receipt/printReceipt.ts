/** Printing a receipt: the host prints it, or hands the page to this window. */
import type { InputOf, OutputOf } from '../../../core/contract/index.ts'
import { notify } from '../../components/notices.ts'
import { explain, failureCode } from '../../i18n/errors.ts'
import { say } from '../../i18n/index.ts'
import { type Call, CallFailed } from '../../queries/calls.ts'
import { printPage, readPage } from './receiptPage.ts'
import { words } from './words.ts'

type Target = NonNullable<InputOf<'receipt.print'>['target']>

/** Prints to where the settings say, or to `target`, and says what became of it. Never throws an expected failure. */
export async function printReceipt(call: Call, invoiceId: number, target?: Target): Promise<void> {
  try {
    const print = await call('receipt.print', { invoiceId, ...(target && { target }) })
    if (print.html !== null) await printHere(call, print, print.html)
    notify({
      tone: 'ok',
      text: print.file ? say(words, 'file', { file: print.file }) : say(words, 'printed'),
    })
  } catch (error) {
    const failure = error instanceof CallFailed ? error.failure : null
    const why = failure ? ` ${explain(failure)}` : ''
    notify({
      tone: 'bad',
      text: `${say(words, 'notPrinted')}${why}`,
      ...(failure && { code: failureCode(failure) }),
    })
  }
}

async function printHere(call: Call, { printId }: OutputOf<'receipt.print'>, html: string): Promise<void> {
  try {
    printPage(readPage(html))
    await call('receipt.printed', { printId, outcome: 'printed' })
  } catch (error) {
    await call('receipt.printed', { printId, outcome: 'failed' })
    throw error
  }
}
