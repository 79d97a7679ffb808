import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

type State = OutputOf<'audit.status'>['installation']

/** Whether somebody changed the activity outside Kaunta: one line, and the proof behind it. */
export function Integrity() {
  const t = useWords(words)
  const { data } = useCall('audit.status', {})
  const [open, setOpen] = useState(false)
  const trails = data ? [data, data.installation] : []
  const isBroken = trails.some(({ last }) => last?.broken)
  const isChecked = trails.every(({ last }) => last)
  return (
    <div className="activity-whole">
      {data &&
        (isBroken ? (
          <StateWord tone="bad">{t('brokenShort')}</StateWord>
        ) : (
          <StateWord tone={isChecked ? 'ok' : 'wait'}>{t(isChecked ? 'wholeShort' : 'neverShort')}</StateWord>
        ))}
      <Button variant="quiet" onPress={() => setOpen(true)}>
        {t('proof')}
      </Button>
      {open && <Proof onClose={() => setOpen(false)} />}
    </div>
  )
}

function Proof({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const { data, error } = useCall('audit.status', {})
  const check = useAct('audit.check')
  const running = data !== undefined && (data.running || data.installation.running)
  return (
    <Dialog
      title={t('proof')}
      onClose={onClose}
      acts={
        <Button variant="primary" pending={running || check.isPending} onPress={() => check.mutate({})}>
          {t(running ? 'running' : 'check')}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low window it scrolls, and has no field to scroll to by key */}
      <section className="activity-trails" tabIndex={0} aria-label={t('proof')}>
        <FailureNote error={error} />
        {data && <Trail title={t('profile')} state={data} />}
        <p>{t('headHint')}</p>
        {data && <Trail title={t('installation')} state={data.installation} />}
        <FailureNote error={check.error} />
      </section>
    </Dialog>
  )
}

function Trail({ title, state: { head, last } }: { title: string; state: State }) {
  const t = useWords(words)
  return (
    <>
      <h3>{title}</h3>
      {last ? <Finding last={last} /> : <Note tone="wait" title={t('never')} />}
      <Facts
        facts={[
          [t('records'), head?.seq ?? 0],
          [t('head'), head && <code className="activity-hash">{head.hash}</code>],
        ]}
      />
    </>
  )
}

function Finding({ last: { at, records, broken } }: { last: NonNullable<State['last']> }) {
  const t = useWords(words)
  if (!broken) return <Note tone="ok" title={t('whole', { time: formatMoment(at), records })} />
  const { fault, seq, kind, subject } = broken
  const what = [kind && t(`kind.${kind}`), subject].filter((part) => part !== null).join(' ')
  return (
    <Note tone="bad" title={t('broken')}>
      {t(`fault.${fault}`, { seq, what })}
    </Note>
  )
}
