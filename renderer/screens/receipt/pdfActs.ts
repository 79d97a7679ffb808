import { notify } from '../../components/notices.ts'
import { say } from '../../i18n/index.ts'
import type { Call } from '../../queries/calls.ts'
import { copyText } from '../../window/copyText.ts'
import { tellFailure } from '../../window/faults.ts'
import { words } from './words.ts'

/** What a person does with a PDF: look at it, or send it to the customer. */
export const pdfActs = (call: Call, file: string) => {
  const act = (key: 'pdf.open' | 'pdf.copy', work: () => Promise<unknown>) => ({
    label: say(words, key),
    run: () => {
      work().catch(tellFailure)
    },
  })
  return [act('pdf.open', () => call('file.open', { file })), act('pdf.copy', () => copyPdf(call, file))]
}

async function copyPdf(call: Call, file: string): Promise<void> {
  const { copied } = await call('file.copy', { file })
  if (copied) notify({ tone: 'ok', text: say(words, 'pdf.copied') })
  else if (await copyText(file)) notify({ tone: 'ok', text: say(words, 'pdf.copiedPath') })
  else notify({ tone: 'bad', text: say(words, 'pdf.notCopied', { file }) })
}
