import { Button } from '../../components/Button.tsx'
import type { BarNote } from '../../components/Note.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeysEverywhere } from '../../input/keys.ts'
import { CallFailed, useCaller } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { useHere } from '../../window/session.ts'
import { usePrinter } from './printReceipt.ts'
import { askWhetherPrinted, forgetQuestion, type Question, usePrints } from './prints.ts'
import { words } from './words.ts'

/** Shown until a person has answered whether the original came out. It does not block selling. */
export function useDidItPrint(): BarNote[] {
  const t = useWords(words)
  const { profile } = useHere()
  const { questions } = usePrints()
  const question = questions.find(({ appId }) => appId === profile.id)
  const call = useCaller()
  const printer = usePrinter()

  async function say(question: Question, outcome: 'printed' | 'failed') {
    const { printId, invoiceId } = question
    // One press is one answer; what could not be kept is asked again.
    forgetQuestion(question)
    try {
      await call('receipt.printed', { printId, outcome })
    } catch (error) {
      const isKnown = error instanceof CallFailed && error.failure.reason === 'receipt.unknownPrint'
      if (!isKnown) askWhetherPrinted(question)
      return tellFailure(error)
    }
    if (outcome === 'failed') printer.print(invoiceId)
  }
  const answer = (outcome: 'printed' | 'failed') => () => {
    if (question) say(question, outcome).catch(tellFailure)
  }
  const [yes, no] = [answer('printed'), answer('failed')]
  const enabled = question !== undefined
  useKeysEverywhere([
    { key: 'Ctrl+F10', label: t('didItPrint.yes'), run: yes, enabled },
    { key: 'Ctrl+F11', label: t('didItPrint.no'), run: no, enabled },
  ])
  if (!question) return []
  return [
    {
      key: `print ${question.printId}`,
      tone: 'wait',
      title: t('didItPrint.title', { number: question.number }),
      children: t('didItPrint.text'),
      acts: (
        <>
          <Button variant="primary" keyCap="Ctrl+F10" onPress={yes}>
            {t('didItPrint.yes')}
          </Button>
          <Button keyCap="Ctrl+F11" onPress={no}>
            {t('didItPrint.no')}
          </Button>
        </>
      ),
    },
  ]
}
