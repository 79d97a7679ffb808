import { useRef, useState } from 'react'
import type { InputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { DialogKeys } from '../../../components/DialogKeys.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../words.ts'
import { keptShelf, ShelfList } from './ShelfList.tsx'

type Scope = InputOf<'count.start'>['scope']
type Shown = Extract<InputOf<'count.start'>, { scope: 'shown' }>['levels']
const proposals = [10, 20, 50] as const

interface StartCountProps {
  /** What the stock list shows, where the count begins there. */
  shown?: Shown
  onClose: () => void
}

/** What to count: what Kaunta proposes, a category, the goods of a shelf, what a list shows, or everything. */
export function StartCount({ shown, onClose }: StartCountProps) {
  const t = useWords(words)
  const start = useAct('count.start')
  const { data } = useCall('item.grid', {})
  const categories = data?.categories ?? []
  const [scope, setScope] = useState<Scope>(shown ? 'shown' : 'rolling')
  const [most, setMost] = useState('20')
  const [chosen, setCategory] = useState<string | null>(null)
  const category = chosen ?? categories[0] ?? null
  const { profile } = useHere()
  const shelf = keptShelf.use(profile.id).items
  const scopes: Scope[] = [...(shown ? (['shown'] as const) : []), 'rolling', 'category', 'list', 'all']
  const requestId = useRef(crypto.randomUUID())
  const what = (): InputOf<'count.start'> | null => {
    const request = { requestId: requestId.current }
    if (scope === 'rolling') return { scope, most: Number(most), ...request }
    if (scope === 'all') return { scope, ...request }
    if (scope === 'shown') return shown ? { scope, levels: shown, ...request } : null
    if (scope === 'list')
      return shelf.length === 0 ? null : { scope, itemIds: shelf.map(({ id }) => id), ...request }
    return category === null ? null : { scope, category, ...request }
  }
  function begin() {
    const input = what()
    if (input && !start.isPending)
      start.mutate(input, {
        onSuccess: ({ id }) => {
          if (scope === 'list') keptShelf.forget(profile.id)
          navigate('stock', { count: String(id) })
        },
      })
  }
  return (
    <Dialog
      title={t('count.start')}
      onClose={onClose}
      acts={
        <Button
          variant="primary"
          size={48}
          keyCap="F9"
          pending={start.isPending}
          disabled={what() === null}
          onPress={begin}
        >
          {t('count.start')}
        </Button>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t('count.start'), run: begin }]} />
      <Pills
        label={t('count.what')}
        value={scope}
        onChange={(next) => {
          start.reset()
          setScope(next)
        }}
        pills={scopes.map((id) => ({ id, label: t(`count.scope.${id}`) }))}
      />
      <p>{t(`count.scopeText.${scope}`)}</p>
      {scope === 'rolling' && (
        <Pills
          label={t('count.howMany')}
          value={most}
          onChange={setMost}
          pills={proposals.map((count) => ({ id: String(count), label: t('count.items', { count }) }))}
        />
      )}
      {scope === 'category' && categories.length > 0 && (
        <Select
          label={t('count.category')}
          options={categories.map((name) => ({ id: name, label: name }))}
          value={category}
          onChange={setCategory}
        />
      )}
      {scope === 'list' && <ShelfList profileId={profile.id} />}
      <FailureNote error={start.error} />
    </Dialog>
  )
}
