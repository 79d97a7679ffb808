import { useState } from 'react'
import { endedByLinking, type HubLinkView, type HubState } from '../../../core/contract/hubLink.ts'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { StateWord } from '../../components/StateWord.tsx'
import { formatAge, formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct } from '../../queries/calls.ts'
import { useHere } from '../../window/session.ts'
import { AddressDialog } from './AddressDialog.tsx'
import { AskDialog } from './AskDialog.tsx'
import { TakeOverDialog } from './TakeOverDialog.tsx'
import { troubleOf } from './troubleOf.ts'
import { words } from './words.ts'

/** A clock that differs by less is right; milliseconds. */
const clockToleranceMs = 60_000

interface ThisTillProps {
  link: HubLinkView | null
  onPair: () => void
}

export function ThisTill({ link, onPair }: ThisTillProps) {
  const t = useWords(words)
  return (
    <section className="hub-part" aria-labelledby="hub-link">
      <h3 id="hub-link">{t('link.title')}</h3>
      {link ? <Linked link={link} onPair={onPair} /> : <Alone onPair={onPair} />}
    </section>
  )
}

function Alone({ onPair }: { onPair: () => void }) {
  const t = useWords(words)
  const { may } = useHere()
  const isOwner = may('owner')
  useKeys([{ key: 'F9', label: t('link.pair'), run: onPair, enabled: isOwner }])
  return (
    <>
      <StateWord tone="off">{t('alone')}</StateWord>
      <p className="hub-soft">{t('link.aloneText')}</p>
      {isOwner ? (
        <Button variant="primary" keyCap="F9" onPress={onPair}>
          {t('link.pair')}
        </Button>
      ) : (
        <p className="hub-soft">{t('link.ownerOnly')}</p>
      )}
    </>
  )
}

function Linked({ link, onPair }: { link: HubLinkView; onPair: () => void }) {
  const t = useWords(words)
  const { may } = useHere()
  const [asked, setAsked] = useState<'address' | 'leave' | 'takeOver' | null>(null)
  const attempt = useAct('hub.tryNow')
  const tryNow = () => {
    if (!attempt.isPending) attempt.mutate({})
  }
  useKeys([{ key: 'F9', label: t('link.tryNow'), run: tryNow }])
  const trouble = troubleOf(link)
  const mustLink = endedByLinking.has(link.problem)
  const moment = (at: number | null) => (at === null ? t('link.never') : formatMoment(at))
  const clock = link.clockDifferenceMs ?? 0
  return (
    <>
      {trouble ? (
        <Note
          tone={trouble.tone}
          title={
            trouble.silentSince === null
              ? t(`problem.${trouble.problem}`)
              : t('note.silent', { time: formatMoment(trouble.silentSince) })
          }
        >
          {t(`todo.${trouble.problem}`)}
        </Note>
      ) : (
        <StateWord tone="ok">{t('link.answers')}</StateWord>
      )}
      <FailureNote error={attempt.error} />
      <div className="hub-acts">
        {mustLink && may('owner') && (
          <Button variant="primary" onPress={onPair}>
            {t('link.pairAgain')}
          </Button>
        )}
        <Button keyCap="F9" pending={attempt.isPending} onPress={tryNow}>
          {t('link.tryNow')}
        </Button>
        {may('manager') && <Button onPress={() => setAsked('address')}>{t('link.change')}</Button>}
        {may('owner') && link.deputy && link.silentSince !== null && (
          <Button variant="danger" onPress={() => setAsked('takeOver')}>
            {t('takeOver.act')}
          </Button>
        )}
        {may('owner') && !link.leaves && !(mustLink && link.signs) && (
          <Button onPress={() => setAsked('leave')}>{t('link.leave')}</Button>
        )}
      </div>
      <Facts
        facts={[
          [t('link.address'), link.address],
          [t('link.name'), link.tillName],
          [t('link.branch'), link.branch],
          [t('link.words'), link.words.join(' ')],
          [
            t('link.waiting'),
            link.waiting === 0 ? t('link.nothing') : t('link.entries', { count: link.waiting }),
          ],
          [t('link.sent'), moment(link.sentAt)],
          [t('link.read'), moment(link.readAt)],
          [t('link.signs'), t(`link.${signerOf(link)}`)],
          [
            t('link.clock'),
            Math.abs(clock) < clockToleranceMs
              ? null
              : t(clock > 0 ? 'link.clockAhead' : 'link.clockBehind', { age: formatAge(Math.abs(clock)) }),
          ],
          [t('deputy.title'), link.deputy ? t('deputy.here') : null],
          [t('link.since'), formatMoment(link.pairedAt)],
        ]}
      />
      {asked === 'address' && <AddressDialog address={link.address} onClose={() => setAsked(null)} />}
      {asked === 'takeOver' && link.silentSince !== null && (
        <TakeOverDialog silentSince={link.silentSince} onClose={() => setAsked(null)} />
      )}
      {asked === 'leave' && <LeaveDialog link={link} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Who sends this till's documents to the authority, as a word. */
const signerOf = ({ signs, signsLater, leaves }: HubLinkView) => {
  if (leaves) return 'signsLeaving'
  if (signs) return 'signsYes'
  return signsLater ? 'signsLater' : 'signsNo'
}

function LeaveDialog({ link, onClose }: { link: HubLinkView; onClose: () => void }) {
  const t = useWords(words)
  const leave = useAct('hub.leave')
  const onSuccess = ({ role }: HubState) => {
    notify({ tone: 'ok', text: t(role === 'alone' ? 'leave.done' : 'leave.begun') })
    onClose()
  }
  return (
    <AskDialog
      title={t('leave.title')}
      act={t('link.leave')}
      pending={leave.isPending}
      error={leave.error}
      onAct={() => leave.mutate({}, { onSuccess })}
      onClose={onClose}
    >
      <p>{t('leave.text')}</p>
      {link.signs ? (
        <>
          <p>{t('leave.signs')}</p>
          <p>{t('leave.ownDevice')}</p>
        </>
      ) : (
        link.waiting > 0 && <p>{t('leave.waiting', { count: link.waiting })}</p>
      )}
    </AskDialog>
  )
}
