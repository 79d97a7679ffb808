import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { explain } from '../../../i18n/errors.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import '../../items/items.css'
import { ImportDialog } from '../../items/import/ImportDialog.tsx'
import { Step } from '../Step.tsx'
import { words } from '../words.ts'
import { StarterTable } from './StarterTable.tsx'
import { type ShopKind, shopKinds } from './starterGoods.ts'
import { useStarter } from './useStarter.ts'

/** The first goods: from the shop's own list, or some that shops of its kind sell. Both may wait. */
export function GoodsStep({ onDone }: { onDone: () => void }) {
  const t = useWords(words)
  const [kind, setKind] = useState<ShopKind | null>(null)
  const [importing, setImporting] = useState(false)
  const { data, error } = useCall('item.list', { filter: 'all', limit: 1 })
  const there = data?.total ?? 0
  const starter = useStarter()
  const { priced } = starter
  const { '': whole, ...ofGoods } = starter.failures
  const failed = Object.keys(ofGoods).length
  return (
    <Step
      step="goods"
      title={t('goods.title')}
      onSubmit={() => {
        if (priced === 0) return onDone()
        starter.save().then(
          (isSaved) => isSaved && onDone(),
          () => undefined,
        )
      }}
      acts={
        <>
          {priced > 0 && (
            <Button size={48} onPress={onDone}>
              {t('later')}
            </Button>
          )}
          <Button type="submit" variant="primary" size={48} pending={starter.isSaving}>
            {priced > 0 ? t('goods.save', { count: priced }) : t(there > 0 ? 'next' : 'later')}
          </Button>
        </>
      }
    >
      <p>{t('goods.text')}</p>
      <FailureNote error={error} />
      {there > 0 && <Note tone="ok" title={t('goods.there', { count: there })} />}
      <div className="step-choice">
        <Button icon="file" onPress={() => setImporting(true)}>
          {t('goods.import')}
        </Button>
        <span className="field-label">{t('goods.kind')}</span>
        <Pills
          label={t('goods.kind')}
          value={kind}
          onChange={setKind}
          pills={shopKinds.map((id) => ({ id, label: t(`goods.kinds.${id}`) }))}
        />
      </div>
      {kind && <StarterTable kind={kind} starter={starter} />}
      {whole && <Note tone="bad" title={explain(whole)} />}
      {failed > 0 && <Note tone="bad" title={t('goods.failed', { count: failed })} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Step>
  )
}
