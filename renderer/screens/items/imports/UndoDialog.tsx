import type { ImportHead, ImportLine } from '../../../../core/contract/import.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { DialogKeys } from '../../../components/DialogKeys.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { Lines } from './Lines.tsx'
import { type UndoRun, useUndo } from './useUndo.ts'
import { words } from './words.ts'

/** What a person should know of an item that is switched off as it should be. */
const notes: ReadonlySet<string> = new Set(['sold', 'inStock', 'off'])

interface Counts {
  fields: number
  kept: number
  switchedOff: number
}

const countsOf = (lines: readonly ImportLine[]): Counts => ({
  fields: lines.flatMap(({ act, changes }) =>
    changes.filter(({ field }) => act !== 'switchedOff' || field !== 'active'),
  ).length,
  kept: lines.flatMap(({ kept }) => kept.filter(({ reason }) => !notes.has(reason))).length,
  switchedOff: lines.filter(({ act }) => act === 'switchedOff').length,
})

/** Kaunta says first what undoing would do. */
export function UndoDialog({ head, onClose }: { head: ImportHead; onClose: () => void }) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const { run, checkAgain, start, stop } = useUndo(head)
  const { state, lines, error } = run
  const touched = lines.filter(({ act }) => act !== 'kept').length
  const mayStart = state === 'checked' && error === null
  const confirm = () => {
    if (mayStart) start()
  }
  // What was left comes first: a person must see to it.
  const ordered = lines.toSorted((a, b) => Number(b.kept.length > 0) - Number(a.kept.length > 0))
  return (
    <Dialog
      title={t('undo.title', { number: head.number })}
      size="large"
      onClose={state === 'undoing' ? stop : onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={state === 'undoing' ? stop : onClose}>
            {state === 'undoing'
              ? t('undo.stop')
              : tCommon(state === 'undone' || state === 'stopped' ? 'acts.close' : 'acts.cancel')}
          </Button>
          {(state === 'checking' || state === 'checked') && (
            <Button size={48} variant="danger" keyCap="F9" disabled={!mayStart} onPress={confirm}>
              {t('undo.confirm', { count: touched })}
            </Button>
          )}
        </>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t('undo.confirmKey'), run: confirm }]} />
      <UndoSummary run={run} onCheckAgain={checkAgain} />
      {state !== 'checking' && state !== 'undoing' && error === null && (
        <Lines label={t('undo.title', { number: head.number })} lines={ordered} loading={false} />
      )}
    </Dialog>
  )
}

function UndoSummary({ run, onCheckAgain }: { run: UndoRun; onCheckAgain: () => void }) {
  const t = useWords(words)
  const { state, lines, head, error } = run
  if (state === 'checking' || state === 'undoing') {
    const total = head.undo ? head.undo.total : head.made + head.changed
    const done = state === 'undoing' ? (head.undo?.done ?? 0) : lines.length
    return (
      <>
        <p role="status">{t(state === 'checking' ? 'undo.checking' : 'undo.running', { done, total })}</p>
        <progress
          className="items-import-progress"
          aria-label={t('undo.title', { number: head.number })}
          max={total}
          value={done}
        />
      </>
    )
  }
  if (error && state === 'checked')
    return <FailureNote error={error} acts={<Retry onPress={onCheckAgain} />} />
  const counts: Counts = (state === 'checked' ? null : head.undo) ?? countsOf(lines)
  const said = (['fields', 'kept', 'switchedOff'] as const)
    .filter((each) => counts[each] > 0)
    .map((each) => t(`undo.${each}`, { count: counts[each] }))
  const title = { checked: t('undo.preview'), undone: t('undo.done'), stopped: t('undo.stopped') }[state]
  return (
    <>
      <FailureNote error={error} />
      <Note tone={state === 'undone' && counts.kept === 0 ? 'ok' : 'wait'} title={title}>
        {[
          ...(said.length > 0 ? [`${said.join(', ')}.`] : []),
          t(state === 'checked' ? 'undo.stays' : 'undo.sent'),
        ].join(' ')}
      </Note>
    </>
  )
}
