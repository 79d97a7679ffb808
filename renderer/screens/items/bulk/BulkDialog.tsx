import { useMemo, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { DialogKeys } from '../../../components/DialogKeys.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { navigate } from '../../../window/navigation.ts'
import { words as importsWords } from '../imports/words.ts'
import { BulkFields } from './BulkFields.tsx'
import { BulkSummary } from './BulkSummary.tsx'
import { type BulkRow, BulkTable } from './BulkTable.tsx'
import { changeOf, emptyForm, fieldOf } from './bulkForm.ts'
import { useBulk } from './useBulk.ts'
import { type ListQuery, useListedItems } from './useListedItems.ts'
import { words } from './words.ts'

const all = 'all'
const named = (category: string | null) => `of ${category ?? ''}`

/** Changes one field of the items of a list; the old and the new value of each are shown first. */
export function BulkDialog({ query, onClose }: { query: ListQuery; onClose: () => void }) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const tImports = useWords(importsWords)
  const { items, isRead, error } = useListedItems(query)
  const [form, setForm] = useState(emptyForm)
  const [which, setWhich] = useState(all)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const field = fieldOf[form.kind]
  const shown = useMemo(
    () => (isRead ? items.filter(({ category }) => which === all || named(category) === which) : null),
    [items, isRead, which],
  )
  const { run, isCurrent, checkAgain, start, goOn, stop } = useBulk(shown, changeOf(form))
  const { state, outcomes } = run
  const isOver = state === 'running' || state === 'stopped' || state === 'done'
  const categories = [...new Set(items.map(({ category }) => category))].toSorted((a, b) =>
    (a ?? '').localeCompare(b ?? ''),
  )

  const chosen = outcomes.filter(({ itemId, outcome }) => outcome === 'changed' && !left.has(itemId))
  const mayStart = state === 'checked' && isCurrent && run.error === null && chosen.length > 0
  const rows: BulkRow[] = isOver
    ? outcomes
        .map((outcome) => ({ id: outcome.itemId, name: outcome.name, before: outcome.before, outcome }))
        .toSorted((a, b) => Number(b.outcome.failure !== null) - Number(a.outcome.failure !== null))
    : (shown ?? []).map((item, index) => ({
        id: item.id,
        name: itemName(item),
        before: item[field as 'price' | 'taxType' | 'category' | 'lowStock'],
        outcome: isCurrent ? (outcomes[index] ?? null) : null,
      }))

  function toggle(id: number) {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  function confirm() {
    if (state === 'stopped') goOn()
    else if (mayStart) start(chosen.map(({ itemId, before }) => ({ id: itemId, seen: before })))
  }
  const isNone = shown !== null && shown.length > 0 && shown.every(({ id }) => left.has(id))
  return (
    <Dialog
      title={t('title')}
      size="wide"
      onClose={state === 'running' ? stop : onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={state === 'running' ? stop : onClose}>
            {state === 'running' ? t('stop') : tCommon(isOver ? 'acts.close' : 'acts.cancel')}
          </Button>
          {(state === 'done' || state === 'stopped') && (
            <Button
              size={48}
              onPress={() => {
                onClose()
                navigate('items', { imports: 'all' })
              }}
            >
              {tImports('title')}
            </Button>
          )}
          {state !== 'running' && state !== 'done' && (
            <Button
              size={48}
              variant="primary"
              keyCap="F9"
              disabled={state !== 'stopped' && !mayStart}
              onPress={confirm}
            >
              {state === 'stopped' ? t('goOn') : t('confirm', { count: mayStart ? chosen.length : 0 })}
            </Button>
          )}
        </>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t('confirmKey'), run: confirm }]} />
      <FailureNote error={error} />
      <div className="items-bulk">
        {!isOver && (
          <div className="items-bulk-fields">
            <BulkFields form={form} disabled={!isRead} onChange={setForm} />
            <Select
              label={t('which')}
              options={[
                { id: all, label: t('all') },
                ...categories.map((each) => ({ id: named(each), label: each ?? t('noCategory') })),
              ]}
              value={which}
              onChange={setWhich}
              disabled={!isRead}
            />
            <Button
              disabled={!isRead}
              onPress={() => setLeft(isNone ? new Set() : new Set((shown ?? []).map(({ id }) => id)))}
            >
              {t(isNone ? 'tick' : 'untick')}
            </Button>
          </div>
        )}
        <div className="items-bulk-rows">
          {!isRead && error === null ? (
            <p role="status">{t('loading', { count: items.length })}</p>
          ) : (
            <BulkSummary run={run} chosen={chosen.length} isCurrent={isCurrent} onCheckAgain={checkAgain} />
          )}
          <BulkTable rows={rows} field={field} {...(isOver ? {} : { left, onToggle: toggle })} />
        </div>
      </div>
    </Dialog>
  )
}
