import { Note } from '../../../components/Note.tsx'
import { explain, failureCode } from '../../../i18n/errors.ts'
import { useWords } from '../../../i18n/index.ts'
import type { CallFailed } from '../../../queries/calls.ts'
import { words } from './words.ts'

/** Why the sale is not completed, and what is safe. */
export function PaymentProblem({ failed, unsure }: { failed: CallFailed | null; unsure: boolean }) {
  const t = useWords(words)
  if (unsure) {
    return (
      <Note tone="unknown" title={t('failed.unsure')}>
        {t('failed.unsureText')}
      </Note>
    )
  }
  if (!failed) return null
  return (
    <Note tone="bad" title={t('failed.title')} code={failureCode(failed.failure)}>
      {explain(failed.failure)}
    </Note>
  )
}
