import { useState } from 'react'
import { sellPages } from '../../../../core/contract/bounds.ts'
import type { SellPage } from '../../../../core/contract/grid.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Note } from '../../../components/Note.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { SlidingRow } from '../../../components/SlidingRow.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { words } from '../sale/words.ts'
import { CategoryColours } from './CategoryColours.tsx'
import { ItemSource } from './ItemSource.tsx'
import { PageTiles } from './PageTiles.tsx'
import { moved, named } from './pages.ts'
import './arrange.css'

/** Pages of Sell and colours of categories. Closing it stores the pages. */
export function ArrangeDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const [part, setPart] = useState<'pages' | 'colours'>('pages')
  const { data: settings } = useCall('settings.get', {})
  const [changed, setChanged] = useState<SellPage[] | null>(null)
  const save = useAct('item.arrange')
  const stored = settings?.sellPages
  const pages = changed ?? stored ?? []

  async function close() {
    if (save.isPending) return
    if (changed)
      await save.mutateAsync({ pages: named(changed, (number) => t('arrange.pageNumber', { number })) })
    onClose()
  }
  // The dialogue shows the failure and stays.
  const tryClose = () => inBackground(close().catch(() => undefined))
  return (
    <Dialog
      title={t('arrange.title')}
      size="large"
      onClose={tryClose}
      acts={<DoneButton pending={save.isPending} onPress={tryClose} />}
    >
      <FailureNote error={save.error} />
      <Pills
        label={t('arrange.what')}
        value={part}
        onChange={setPart}
        pills={[
          { id: 'pages', label: t('arrange.pages') },
          { id: 'colours', label: t('arrange.colours') },
        ]}
      />
      {part === 'colours' ? <CategoryColours /> : stored && <Pages pages={pages} onChange={setChanged} />}
    </Dialog>
  )
}

function DoneButton({ pending, onPress }: { pending: boolean; onPress: () => void }) {
  const t = useWords(words)
  useKeys([{ key: 'F9', label: t('arrange.done'), run: onPress }])
  return (
    <Button variant="primary" size={48} keyCap="F9" pending={pending} onPress={onPress}>
      {t('arrange.done')}
    </Button>
  )
}

function Pages({ pages, onChange }: { pages: readonly SellPage[]; onChange: (pages: SellPage[]) => void }) {
  const t = useWords(words)
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, pages.length - 1)
  const page = pages[at]
  const ids = page?.items ?? []
  const { data: grid } = useCall('item.grid', {})
  const { data: known } = useCall('item.getMany', { ids: [...ids] }, { keepPrevious: true })
  const byId = new Map(known?.items.map((item) => [item.id, item]))
  const items = ids.flatMap((id) => byId.get(id) ?? [])

  const change = (changes: Partial<SellPage>) => {
    if (page) onChange(pages.with(at, { ...page, ...changes }))
  }
  const movePage = (by: 1 | -1) => {
    onChange(moved(pages, at, at + by))
    setChosen(at + by)
  }
  const make = () => {
    onChange([...pages, { name: t('arrange.pageNumber', { number: pages.length + 1 }), items: [] }])
    setChosen(pages.length)
  }
  return (
    <>
      <div className="sell-arrange-pages">
        {pages.length > 0 && (
          <SlidingRow back={t('categoriesBack')} on={t('categoriesOn')}>
            <Pills
              label={t('arrange.page')}
              value={String(at)}
              onChange={(id) => setChosen(Number(id))}
              pills={pages.map(({ name }, index) => ({ id: String(index), label: name }))}
            />
          </SlidingRow>
        )}
        <Button icon="plus" disabled={pages.length >= sellPages.most} onPress={make}>
          {t('arrange.newPage')}
        </Button>
      </div>
      {!page ? (
        <Empty title={t('arrange.none')}>{t('arrange.noneText')}</Empty>
      ) : (
        <>
          <div className="sell-arrange-page">
            <TextField
              label={t('arrange.name')}
              value={page.name}
              onChange={(name) => change({ name })}
              maxLength={40}
            />
            <IconButton
              icon="left"
              label={t('arrange.earlier')}
              disabled={at === 0}
              onPress={() => movePage(-1)}
            />
            <IconButton
              icon="right"
              label={t('arrange.later')}
              disabled={at === pages.length - 1}
              onPress={() => movePage(1)}
            />
            <Button icon="trash" onPress={() => onChange(pages.toSpliced(at, 1))}>
              {t('arrange.remove')}
            </Button>
          </div>
          {ids.length >= sellPages.items && <Note tone="wait" title={t('arrange.full')} />}
          <div className="sell-arrange-columns">
            {ids.length === 0 ? (
              <p>{t('arrange.emptyPage')}</p>
            ) : (
              <PageTiles
                items={items}
                colours={grid?.colours ?? {}}
                onChange={(next) => change({ items: next })}
              />
            )}
            <ItemSource
              taken={new Set(ids)}
              onAdd={({ id }) => {
                if (ids.length < sellPages.items) change({ items: [...ids, id] })
              }}
            />
          </div>
        </>
      )}
    </>
  )
}
