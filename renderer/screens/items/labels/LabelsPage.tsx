import { useState } from 'react'
import { labels as bounds } from '../../../../core/contract/bounds.ts'
import type { Item } from '../../../../core/contract/item.ts'
import { labelFormats, labelsPerPage } from '../../../../core/fiscal/labels.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { DayField } from '../../../components/fields/DayField.tsx'
import { Note } from '../../../components/Note.tsx'
import { Page } from '../../../components/Page.tsx'
import { useWords } from '../../../i18n/index.ts'
import { tillNow } from '../../../i18n/tillTime.ts'
import { useKeys } from '../../../input/keys.ts'
import { useScanner } from '../../../input/scannerInput.ts'
import { playSound } from '../../../input/sounds.ts'
import { useCaller } from '../../../queries/calls.ts'
import { ItemFinder } from '../../../window/ItemFinder.tsx'
import { withLines } from '../../../window/labelLines.ts'
import { labelList, useAddLabels, useLabelLook } from '../../../window/labelList.ts'
import { words } from '../../../window/labelWords.ts'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { LabelFields } from './LabelFields.tsx'
import { LabelsTable } from './LabelsTable.tsx'
import { useGiveBarcodes } from './useGiveBarcodes.ts'
import { usePrintLabels } from './usePrintLabels.ts'
import './labels.css'

const back = () => navigate('items')

/** Labels for shelves and goods: which items, how many, on what paper. */
export function LabelsPage() {
  const t = useWords(words)
  const { profile } = useHere()
  const { lines, start } = labelList.use(profile.id)
  const { look, isDirect } = useLabelLook()
  const [unknown, setUnknown] = useState<string | null>(null)
  const call = useCaller()
  const addMany = useAddLabels()
  const printer = usePrintLabels()
  const barcodes = useGiveBarcodes()
  const total = lines.reduce((sum, { copies }) => sum + copies, 0)
  const perPage = labelsPerPage(labelFormats[look.format])
  const without = lines.filter(({ barcode }) => barcode === null).length
  const mayPrint = lines.length > 0 && total <= bounds.most

  /** One more label of an item. After a print it begins a new list. */
  function add(item: Item) {
    setUnknown(null)
    const list = labelList.get(profile.id)
    const known = list.printed ? undefined : list.lines.find(({ itemId }) => itemId === item.id)
    const copies = Math.min(bounds.copies, (known?.copies ?? 0) + 1)
    labelList.change(profile.id, {
      lines: withLines(list, [{ ...item, itemId: item.id, copies }]),
      printed: false,
    })
  }
  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    playSound(found?.kind === 'item' ? 'yes' : 'no')
    if (found?.kind === 'item') add(found.item)
    else setUnknown(code)
  }

  useScanner((code) => inBackground(onScan(code)))
  useKeys([
    { key: 'Esc', run: back },
    { key: 'F7', label: t('print'), run: () => printer.run('print'), enabled: mayPrint },
  ])
  return (
    <Page
      title={t('title')}
      back={{ label: t('back'), onPress: back }}
      head={
        total > 0 && (
          <span className="labels-total">
            {t('count', { count: total })}
            {perPage > 1 &&
              ` · ${t('sheets', { count: Math.ceil((Math.min(start, perPage) - 1 + total) / perPage) })}`}
          </span>
        )
      }
      acts={
        <>
          {lines.length > 0 && (
            <Button
              variant="quiet"
              icon="trash"
              onPress={() => labelList.change(profile.id, { lines: [], printed: false })}
            >
              {t('clear')}
            </Button>
          )}
          {!isDirect && (
            <Button disabled={!mayPrint} pending={printer.isPending} onPress={() => printer.run('pdf')}>
              {t('pdf')}
            </Button>
          )}
          <Button
            variant="primary"
            icon="print"
            keyCap="F7"
            disabled={!mayPrint}
            pending={printer.isPending}
            onPress={() => printer.run('print')}
          >
            {t('print')}
          </Button>
        </>
      }
    >
      <div className="labels-page">
        <LabelFields />
        <div className="labels-goods">
          <ItemFinder onFind={add} />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are acts */}
          <div className="labels-sources" role="group" aria-label={t('add')}>
            <Button onPress={() => addMany({ source: 'unlabelled' })}>{t('unlabelled')}</Button>
            <DayField
              label={t('since')}
              value={null}
              max={tillNow()}
              onChange={(since) => addMany({ source: 'priced', since })}
            />
            <Button onPress={() => addMany({ source: 'items', filter: 'all' })}>{t('all')}</Button>
          </div>
          {unknown !== null && <Note tone="bad" title={t('unknown', { code: unknown })} />}
          {total > bounds.most && (
            <Note tone="bad" title={t('tooMany', { most: bounds.most })}>
              {t('tooManyText', { count: total })}
            </Note>
          )}
          <FailureNote error={printer.error} />
          {without > 0 && (
            <Note
              tone="wait"
              title={t('noBarcode', { count: without })}
              acts={
                <Button pending={barcodes.isPending} onPress={barcodes.run}>
                  {t('give')}
                </Button>
              }
            />
          )}
          <div className="labels-list">
            <LabelsTable />
          </div>
        </div>
      </div>
    </Page>
  )
}
