import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useCaller } from '../../queries/calls.ts'
import { pdfActs } from '../receipt/pdfActs.ts'
import { printPage, readPage } from '../receipt/receiptPage.ts'
import { words as paperWords } from '../receipt/words.ts'
import { words } from './words.ts'

/** Prints a page in the window's dialogue, or says what became of the paper or the file. */
export function usePaper() {
  const t = useWords(words)
  const tPaper = useWords(paperWords)
  const call = useCaller()
  return ({ html, file }: { html: string | null; file: string | null }) => {
    if (html !== null) printPage(readPage(html))
    if (file === null) notify({ tone: 'ok', text: t('printed') })
    else {
      const made = file.endsWith('.csv') ? t('period.csvMade') : tPaper('pdf.made')
      notify({ tone: 'ok', text: made, acts: pdfActs(call, file) })
    }
  }
}
