import { useState } from 'react'
import type { ImportHead } from '../../../../core/contract/import.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { DialogKeys } from '../../../components/DialogKeys.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { common } from '../../../i18n/common.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { pagesOf, useCallPages } from '../../../queries/calls.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { countsText, importLineFields, nameOf } from './importText.ts'
import { Lines } from './Lines.tsx'
import { words } from './words.ts'

interface OneImportProps {
  head: ImportHead
  onUndo: () => void
  onClose: () => void
}

/** True if there is something to undo that is not undone. */
export const isUndoable = ({ made, changed, undo }: ImportHead): boolean =>
  made + changed > 0 && (undo === null || undo.done < undo.total)

/** What an import did with each item, and what its undoing did. */
export function OneImport({ head, onUndo, onClose }: OneImportProps) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const { undo } = head
  const [shown, setShown] = useState<'did' | 'undid'>(undo ? 'undid' : 'did')
  const query = { id: shown === 'undid' && undo ? undo.id : head.id }
  const list = useCallPages('item.importLines', query)
  const mayUndo = isUndoable(head)
  return (
    <Dialog
      title={nameOf(head)}
      size="large"
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {tCommon('acts.close')}
          </Button>
          <ExportButton
            size={48}
            list="importLines"
            operation="item.importLines"
            input={query}
            rowsOf={({ lines }) => lines}
            fields={importLineFields()}
          />
          {mayUndo && (
            <Button size={48} keyCap="F9" onPress={onUndo}>
              {t(undo ? 'undo.goOn' : 'undo.open')}
            </Button>
          )}
        </>
      }
    >
      {mayUndo && <DialogKeys keys={[{ key: 'F9', label: t('undo.confirmKey'), run: onUndo }]} />}
      <p>
        {[
          t('by', { name: head.by, at: formatMoment(head.at) }),
          t(`rows.${head.kind}`, { done: head.done, total: head.total }),
          countsText(head),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {undo && (
        <>
          <p>{t('undoneBy', { name: undo.by, at: formatMoment(undo.at) })}</p>
          <Pills
            label={t('show.label')}
            value={shown}
            onChange={setShown}
            pills={(['undid', 'did'] as const).map((id) => ({ id, label: t(`show.${id}`) }))}
          />
        </>
      )}
      <FailureNote error={list.error} />
      <Lines label={t('items')} lines={list.data?.flatMap((page) => page.lines) ?? []} {...pagesOf(list)} />
    </Dialog>
  )
}
