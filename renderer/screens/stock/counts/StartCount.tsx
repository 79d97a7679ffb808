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
import { words } from '../words.ts'

type Scope = 'rolling' | 'category' | 'all'
const proposals = [10, 20, 50] as const

/** What to count: what Kaunta proposes, a category, or everything. */
export function StartCount({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const start = useAct('count.start')
  const { data } = useCall('item.grid', {})
  const categories = data?.categories ?? []
  const [scope, setScope] = useState<Scope>('rolling')
  const [most, setMost] = useState('20')
  const [chosen, setCategory] = useState<string | null>(null)
  const category = chosen ?? categories[0] ?? null
  const requestId = useRef(crypto.randomUUID())
  const what = (): InputOf<'count.start'> | null => {
    const request = { requestId: requestId.current }
    if (scope === 'rolling') return { scope, most: Number(most), ...request }
    if (scope === 'all') return { scope, ...request }
    return category === null ? null : { scope, category, ...request }
  }
  function begin() {
    const input = what()
    if (input && !start.isPending)
      start.mutate(input, { onSuccess: ({ id }) => navigate('stock', { count: String(id) }) })
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
        onChange={setScope}
        pills={(['rolling', 'category', 'all'] as const).map((id) => ({ id, label: t(`count.scope.${id}`) }))}
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
      <FailureNote error={start.error} />
    </Dialog>
  )
}
