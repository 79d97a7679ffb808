import { useState } from 'react'
import type { ThisComputer } from '../../../core/contract/hubComputer.ts'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { useHere } from '../../window/session.ts'
import { AskDialog } from './AskDialog.tsx'
import { ShownCode } from './CodeDialog.tsx'
import { SheetDialog } from './SheetDialog.tsx'
import { useFresh } from './useFresh.ts'
import { words } from './words.ts'

/** The hub on this computer. Only the owner starts and stops it. `linked`: this till has a hub. */
export function ThisComputerPart({ linked }: { linked: boolean }) {
  const t = useWords(words)
  const { may } = useHere()
  const { data, error } = useFresh(useCall('hub.thisComputer.state', {}), 2_000)
  const start = useAct('hub.thisComputer.start')
  const [asked, setAsked] = useState<'sheet' | 'stop' | null>(null)
  const close = () => setAsked(null)
  if (data?.state === 'impossible' || (data?.state === 'off' && linked)) return null
  return (
    <section className="hub-part" aria-labelledby="hub-computer">
      <h3 id="hub-computer">{t('computer.title')}</h3>
      <FailureNote error={error ?? start.error} />
      {data && <State computer={data} />}
      {data?.replaced && (
        <Note
          tone="bad"
          title={t('takeOver.replaced', {
            by: data.replaced.by,
            time: formatMoment(data.replaced.at),
          })}
        >
          {t('takeOver.replacedTodo')}
        </Note>
      )}
      {data?.state === 'off' && (
        <>
          <p className="hub-soft">{t('computer.offText')}</p>
          {may('owner') && (
            <Button pending={start.isPending} onPress={() => start.mutate({})}>
              {t('computer.start')}
            </Button>
          )}
        </>
      )}
      {data && data.state !== 'off' && <Running computer={data} linked={linked} />}
      {data?.sheet && <SheetState sheet={data.sheet} />}
      {data?.sheet && <DeputyState deputy={data.deputy} />}
      {data && data.state !== 'off' && may('owner') && (
        <div className="hub-acts">
          {data.sheet && <Button onPress={() => setAsked('sheet')}>{t('sheet.open')}</Button>}
          <Button onPress={() => setAsked('stop')}>{t('computer.stop')}</Button>
        </div>
      )}
      {asked === 'stop' && <StopDialog onClose={close} />}
      {asked === 'sheet' && <SheetDialog onClose={close} />}
    </section>
  )
}

function State({ computer: { state, failure, since } }: { computer: ThisComputer }) {
  const t = useWords(words)
  if (state === 'off') return <StateWord tone="off">{t('computer.off')}</StateWord>
  if (state === 'on')
    return <StateWord tone="ok">{t('computer.on', { time: formatMoment(since ?? 0) })}</StateWord>
  if (state === 'starting' || !failure) return <StateWord tone="wait">{t('computer.starting')}</StateWord>
  return (
    <Note tone="bad" title={t(`computer.failed.${failure.reason}`, { port: failure.port })}>
      {t('computer.failedTodo')} {failure.text}
    </Note>
  )
}

function DeputyState({ deputy }: Pick<ThisComputer, 'deputy'>) {
  const t = useWords(words)
  const state = deputy?.heldAt == null ? 'isWaiting' : 'is'
  const text = deputy === null ? t('deputy.none') : t(`deputy.${state}`, { name: deputy.name })
  return <p className="hub-soft">{text}</p>
}

function SheetState({ sheet: { at, by } }: { sheet: NonNullable<ThisComputer['sheet']> }) {
  const t = useWords(words)
  if (at !== null) return <p className="hub-soft">{t('sheet.printed', { time: formatMoment(at), by })}</p>
  return (
    <Note tone="wait" title={t('note.sheet')}>
      {t('note.sheetTodo')}
    </Note>
  )
}

function Running({ computer, linked }: { computer: ThisComputer; linked: boolean }) {
  const t = useWords(words)
  const { may } = useHere()
  const newCode = useAct('hub.thisComputer.newCode')
  const pair = useAct('hub.pair')
  const { own, addresses, code, codeUntil } = computer
  /** One press: a code for this till, and the link. */
  const link = () =>
    newCode.mutate(
      {},
      {
        onSuccess: ({ code, own }) => {
          if (code !== null && own !== null) pair.mutate({ address: own, code })
        },
      },
    )
  if (own === null) return null
  return (
    <>
      <FailureNote error={newCode.error ?? pair.error} />
      {code !== null && codeUntil !== null ? (
        <ShownCode code={code} until={codeUntil} addresses={addresses} />
      ) : (
        <Facts facts={[[t('pair.address'), addresses.join(', ')]]} />
      )}
      {computer.words && <Facts facts={[[t('computer.words'), computer.words.join(' ')]]} />}
      {may('owner') && (
        <div className="hub-acts">
          {!linked && (
            <Button variant="primary" pending={newCode.isPending || pair.isPending} onPress={link}>
              {t('computer.link')}
            </Button>
          )}
          <Button pending={newCode.isPending} onPress={() => newCode.mutate({})}>
            {t('code.another')}
          </Button>
        </div>
      )}
    </>
  )
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const stop = useAct('hub.thisComputer.stop')
  return (
    <AskDialog
      title={t('computer.stopTitle')}
      act={t('computer.stop')}
      pending={stop.isPending}
      error={stop.error}
      onAct={() => stop.mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('computer.stopText')}</p>
    </AskDialog>
  )
}
