import { useState } from 'react'
import type { HubTill } from '../../../core/contract/hubTills.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { useCall } from '../../queries/calls.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { AdmitDialog, DeputyDialog, EndDialog, lastText } from './TillDialogs.tsx'
import { useFresh } from './useFresh.ts'
import { words } from './words.ts'

/** A till says something twice a minute; milliseconds. */
const heardWithinMs = 120_000

type Asked = { act: 'admit' | 'end' | 'deputy'; till: HubTill } | { act: 'code' }

/** The tills of the branch, as the hub has them. */
export function Tills({ isOwner, onDay }: { isOwner: boolean; onDay: () => void }) {
  const t = useWords(words)
  const { data, error } = useFresh(useCall('hub.tills', {}), 5_000)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const tills = data?.tills ?? []
  return (
    <section className="hub-part" aria-labelledby="hub-tills">
      <h3 id="hub-tills">{t('tills.title')}</h3>
      <FailureNote error={error} />
      <ul className="hub-rows" aria-labelledby="hub-tills">
        {tills.map((till) => (
          <TillRow
            key={till.uid}
            till={till}
            isOwner={isOwner}
            onAdmit={() => setAsked({ act: 'admit', till })}
            onEnd={() => setAsked({ act: 'end', till })}
            onDeputy={() => setAsked({ act: 'deputy', till })}
          />
        ))}
      </ul>
      {data && (
        <div className="hub-acts">
          <Button icon="file" onPress={onDay}>
            {t('day.title')}
          </Button>
          {isOwner && (
            <Button icon="plus" onPress={() => setAsked({ act: 'code' })}>
              {t('tills.add')}
            </Button>
          )}
        </div>
      )}
      {asked?.act === 'admit' && <AdmitDialog till={asked.till} onClose={close} />}
      {asked?.act === 'end' && <EndDialog till={asked.till} tills={tills} onClose={close} />}
      {asked?.act === 'deputy' && <DeputyDialog till={asked.till} onClose={close} />}
      {asked?.act === 'code' && <CodeDialog onClose={close} />}
    </section>
  )
}

function TillState({ till }: { till: HubTill }) {
  const t = useWords(words)
  const { state, seenAt, revokedAt } = till
  if (state === 'revoked')
    return <StateWord tone="off">{t('tills.ended', { time: formatMoment(revokedAt ?? 0) })}</StateWord>
  if (state === 'unconfirmed') return <StateWord tone="unknown">{t('tills.unconfirmed')}</StateWord>
  if (seenAt === null) return <StateWord tone="wait">{t('tills.unheard')}</StateWord>
  return tillNow() - seenAt < heardWithinMs ? (
    <StateWord tone="ok">{t('tills.heard')}</StateWord>
  ) : (
    <StateWord tone="wait">{t('tills.silent', { time: formatMoment(seenAt) })}</StateWord>
  )
}

interface TillRowProps {
  till: HubTill
  isOwner: boolean
  onAdmit: () => void
  onEnd: () => void
  onDeputy: () => void
}

function TillRow({ till, isOwner, onAdmit, onEnd, onDeputy }: TillRowProps) {
  const t = useWords(words)
  const { name, own, state, waiting, problem, deputy } = till
  const isOn = state !== 'revoked'
  const mayBeDeputy = state === 'active' && deputy === null && isOwner
  const by = (done: HubTill['letInBy'], at: 'letIn' | 'confirmed' | 'endedBy') =>
    done && t(`tills.${at}`, { who: done.who, place: done.till ?? t('tills.hubItself') })
  const lines = [
    isOn && waiting !== null && waiting > 0 ? t('tills.waiting', { count: waiting }) : null,
    deputy && t(deputy.heldAt === null ? 'deputy.waits' : 'deputy.ready'),
    by(till.letInBy, 'letIn'),
    by(till.confirmedBy, 'confirmed'),
    by(till.revokedBy, 'endedBy'),
    isOn ? null : lastText(till),
  ].filter((line) => line !== null)
  return (
    <li>
      <div className="hub-row-head">
        <b>{name}</b>
        {own && <Chip>{t('link.title')}</Chip>}
        {deputy && <Chip>{t('deputy.title')}</Chip>}
        <TillState till={till} />
      </div>
      {problem && (
        <p>
          <StateWord tone={problem === 'tampered' ? 'bad' : 'wait'}>
            {t(`tills.problem.${problem}`)}
          </StateWord>
        </p>
      )}
      {lines.length > 0 && <p className="hub-soft">{lines.join(' ')}</p>}
      {isOn && (!own || mayBeDeputy) && (
        <div className="hub-acts">
          {!own && state === 'unconfirmed' && (
            <Button variant="primary" label={`${t('tills.admit')} ${name}`} onPress={onAdmit}>
              {t('tills.admit')}
            </Button>
          )}
          {mayBeDeputy && (
            <Button label={`${t('deputy.name')} ${name}`} onPress={onDeputy}>
              {t('deputy.name')}
            </Button>
          )}
          {!own && isOwner && (
            <Button label={`${t('tills.end')} ${name}`} onPress={onEnd}>
              {t('tills.end')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
