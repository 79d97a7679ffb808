import type { InputOf } from '../../../core/contract/index.ts'
import { inBackground } from '../../bridge/background.ts'
import { notify } from '../../components/notices.ts'
import { language, useWords } from '../../i18n/index.ts'
import { useAct, useCaller } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { pdfActs } from '../receipt/pdfActs.ts'
import { printPage, readPage } from '../receipt/receiptPage.ts'
import { words as paperWords } from '../receipt/words.ts'
import { words } from './words.ts'

/** Prints X, Z, or a slip to where the settings say, or as a PDF, and says what became of it. */
export function usePrintShift() {
  const t = useWords(words)
  const tPaper = useWords(paperWords)
  const call = useCaller()
  const act = useAct('shift.print')
  const run = (input: Omit<InputOf<'shift.print'>, 'language'>) =>
    inBackground(
      // The promise, as a slip is asked for after its dialogue, with the callbacks of `mutate`, is gone.
      act.mutateAsync({ ...input, language: language() }).then(({ html, file, copy }) => {
        if (html !== null) printPage(readPage(html))
        if (file === null)
          notify({ tone: 'ok', text: copy === 0 ? t('printed') : t('printedCopy', { copy }) })
        else notify({ tone: 'ok', text: tPaper('pdf.made'), acts: pdfActs(call, file) })
      }, tellFailure),
    )
  return { run, isPending: act.isPending }
}
