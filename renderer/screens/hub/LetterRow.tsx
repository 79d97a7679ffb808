import { useState } from 'react'
import type { Offers } from '../../../core/contract/hub/offers.ts'
import { Button } from '../../components/Button.tsx'
import { notify } from '../../components/notices.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { AskDialog } from './AskDialog.tsx'
import { words } from './words.ts'

/** A tax letter that KRA does not get before some tills have it. */
export function LetterRow({
  letter: { id, name, letter, since, tills },
  isOwner,
}: {
  letter: Offers['letters'][number]
  isOwner: boolean
}) {
  const t = useWords(words)
  const [asked, setAsked] = useState(false)
  const register = useAct('hub.registerLetter')
  const names = tills.join(', ')
  const onSuccess = () => {
    notify({ tone: 'ok', text: t('letters.done', { name, letter }) })
    setAsked(false)
  }
  return (
    <li>
      <div className="hub-row-head">
        <b>{name}</b>
        <span className="hub-soft">{t('letters.title', { letter })}</span>
      </div>
      <p>
        {tills.length === 0 ? t('letters.hubDiffers') : t('letters.waits', { names, count: tills.length })}{' '}
        {t('letters.since', { time: formatMoment(since) })}
      </p>
      {isOwner && tills.length > 0 && (
        <div className="hub-acts">
          <Button label={`${t('letters.register')}: ${name}`} onPress={() => setAsked(true)}>
            {t('letters.register')}
          </Button>
        </div>
      )}
      {asked && (
        <AskDialog
          title={t('letters.ask', { name, letter })}
          act={t('letters.register')}
          pending={register.isPending}
          error={register.error}
          onAct={() => register.mutate({ id, name }, { onSuccess })}
          onClose={() => setAsked(false)}
        >
          <p>{t('letters.text', { names })}</p>
        </AskDialog>
      )}
    </li>
  )
}
