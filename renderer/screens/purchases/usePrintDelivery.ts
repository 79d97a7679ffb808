import { inBackground } from '../../bridge/background.ts'
import { notify } from '../../components/notices.ts'
import { language, useWords } from '../../i18n/index.ts'
import { useAct, useCaller } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { pdfActs } from '../receipt/pdfActs.ts'
import { printPage, readPage } from '../receipt/receiptPage.ts'
import { words as paperWords } from '../receipt/words.ts'
import { words } from './words.ts'

/** Prints the slip of a delivery to where the settings say, and says what became of it. */
export function usePrintDelivery() {
  const t = useWords(words)
  const tPaper = useWords(paperWords)
  const call = useCaller()
  const act = useAct('delivery.print')
  const run = (id: number) =>
    inBackground(
      act.mutateAsync({ id, language: language() }).then(({ html, file, copy }) => {
        if (html !== null) printPage(readPage(html))
        if (file !== null) notify({ tone: 'ok', text: tPaper('pdf.made'), acts: pdfActs(call, file) })
        else
          notify({
            tone: 'ok',
            text: copy === 0 ? t('delivery.printed') : t('delivery.printedCopy', { copy }),
          })
      }, tellFailure),
    )
  return { run, isPending: act.isPending }
}
