import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useCaller } from '../../queries/calls.ts'
import { pdfActs } from './pdfActs.ts'
import { printPage, readPage } from './receiptPage.ts'
import { words } from './words.ts'

/** Prints a page in the window's dialogue, or says what became of the paper or the file. */
export function usePaper() {
  const t = useWords(words)
  const call = useCaller()
  return ({ html, file }: { html: string | null; file: string | null }) => {
    if (html !== null) printPage(readPage(html))
    if (file === null) notify({ tone: 'ok', text: t('printed') })
    else {
      const made = file.endsWith('.csv') ? t('pdf.csvMade') : t('pdf.made')
      notify({ tone: 'ok', text: made, acts: pdfActs(call, file) })
    }
  }
}
