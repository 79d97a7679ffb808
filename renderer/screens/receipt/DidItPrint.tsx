import { Button } from '../../components/Button.tsx'
import { Note } from '../../components/Note.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeysEverywhere } from '../../input/keys.ts'
import { CallFailed, useCaller } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { useHere } from '../../window/session.ts'
import { usePrinter } from './printReceipt.ts'
import { askWhetherPrinted, forgetQuestion, type Question, usePrints } from './prints.ts'
import { words } from './words.ts'

/** Shown over every screen until a person has answered whether the original came out. It does not block selling. */
export function DidItPrint() {
  const { profile } = useHere()
  const { questions } = usePrints()
  const question = questions.find(({ appId }) => appId === profile.id)
  return question ? <Asked key={question.printId} question={question} /> : null
}

function Asked({ question }: { question: Question }) {
  const t = useWords(words)
  const call = useCaller()
  const printer = usePrinter()
  const { printId, invoiceId, number } = question

  async function say(outcome: 'printed' | 'failed') {
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
  const yes = () => {
    say('printed').catch(tellFailure)
  }
  const no = () => {
    say('failed').catch(tellFailure)
  }
  useKeysEverywhere([
    { key: 'F10', label: t('didItPrint.yes'), run: yes },
    { key: 'Ctrl+F10', label: t('didItPrint.no'), run: no },
  ])
  return (
    <Note
      tone="wait"
      title={t('didItPrint.title', { number })}
      acts={
        <>
          <Button variant="primary" keyCap="F10" onPress={yes}>
            {t('didItPrint.yes')}
          </Button>
          <Button keyCap="Ctrl+F10" onPress={no}>
            {t('didItPrint.no')}
          </Button>
        </>
      }
    >
      {t('didItPrint.text')}
    </Note>
  )
}
