import type { HubTill } from '../../../core/contract/hubTills.ts'
import { notify } from '../../components/notices.ts'
import { formatMoment } from '../../i18n/format.ts'
import { say, useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { AskDialog } from './AskDialog.tsx'
import { TwoWords } from './TwoWords.tsx'
import { words } from './words.ts'

/** From the next number on, a till whose disk is lost may have sold what nobody else has. */
export const lastText = ({ lastDocument }: HubTill): string | null =>
  lastDocument && say(words, 'tills.last', { ...lastDocument, time: formatMoment(lastDocument.at) })

interface TillDialogProps {
  till: HubTill
  onClose: () => void
}

/** The words are the same at both ends, so nobody stands between that till and the hub. */
export function AdmitDialog({ till, onClose }: TillDialogProps) {
  const t = useWords(words)
  const admit = useAct('hub.confirm')
  const onSuccess = () => {
    notify({ tone: 'ok', text: t('tills.admitted', { name: till.name }) })
    onClose()
  }
  return (
    <AskDialog
      title={t('tills.admitTitle', { name: till.name })}
      act={t('tills.admit')}
      variant="primary"
      pending={admit.isPending}
      error={admit.error}
      onAct={() => admit.mutate({ uid: till.uid }, { onSuccess })}
      onClose={onClose}
    >
      <p>{t('tills.admitText')}</p>
      {till.words && <TwoWords words={till.words} />}
    </AskDialog>
  )
}

export function EndDialog({ till, tills, onClose }: TillDialogProps & { tills: readonly HubTill[] }) {
  const t = useWords(words)
  const end = useAct('hub.revoke')
  const letIn = tills.filter(({ letInBy, state }) => letInBy?.till === till.name && state !== 'revoked')
  const onSuccess = () => {
    notify({ tone: 'ok', text: t('tills.endDone', { name: till.name }) })
    onClose()
  }
  return (
    <AskDialog
      title={t('tills.endTitle', { name: till.name })}
      act={t('tills.end')}
      pending={end.isPending}
      error={end.error}
      onAct={() => end.mutate({ uid: till.uid }, { onSuccess })}
      onClose={onClose}
    >
      <p>{t('tills.endText')}</p>
      {till.lastDocument && <p>{lastText(till)}</p>}
      {(till.waiting ?? 0) > 0 && <p>{t('tills.endWaiting', { count: till.waiting ?? 0 })}</p>}
      {letIn.length > 0 && <p>{t('tills.endLetIn', { names: letIn.map(({ name }) => name).join(', ') })}</p>}
    </AskDialog>
  )
}

export function DeputyDialog({ till, onClose }: TillDialogProps) {
  const t = useWords(words)
  const name = useAct('hub.nameDeputy')
  const onSuccess = () => {
    notify({ tone: 'ok', text: t('deputy.named', { name: till.name }) })
    onClose()
  }
  return (
    <AskDialog
      title={t('deputy.ask', { name: till.name })}
      act={t('deputy.name')}
      variant="primary"
      pending={name.isPending}
      error={name.error}
      onAct={() => name.mutate({ uid: till.uid }, { onSuccess })}
      onClose={onClose}
    >
      <p>{t('deputy.text')}</p>
      <p>{t('deputy.elsewhere')}</p>
    </AskDialog>
  )
}
