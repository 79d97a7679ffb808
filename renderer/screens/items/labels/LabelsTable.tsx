import { labels as bounds } from '../../../../core/contract/bounds.ts'
import type { LabelLine } from '../../../../core/contract/label.ts'
import { money } from '../../../components/Amount.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { WholeNumberField } from '../../../components/fields/WholeNumberField.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { labelList } from '../../../window/labelList.ts'
import { words } from '../../../window/labelWords.ts'
import { useHere } from '../../../window/session.ts'

/** The items of the list, with their prices and how many labels each gets. */
export function LabelsTable() {
  const t = useWords(words)
  const { profile } = useHere()
  const { lines } = labelList.use(profile.id)
  const change = (lines: readonly LabelLine[]) => labelList.change(profile.id, { lines, printed: false })
  const setCopies = (itemId: number, copies: number) =>
    change(lines.map((line) => (line.itemId === itemId ? { ...line, copies } : line)))
  const columns: Column<LabelLine>[] = [
    {
      id: 'item',
      header: t('columns.item'),
      width: 'minmax(0, 1fr)',
      cell: (line) => (
        <>
          <b className="items-line">{itemName(line)}</b>
          <small className="items-line">{line.barcode ?? line.code}</small>
        </>
      ),
    },
    {
      id: 'price',
      header: t('columns.price'),
      width: '104px',
      align: 'right',
      cell: ({ price }) => <b>{money(price)}</b>,
    },
    {
      id: 'copies',
      header: t('columns.copies'),
      width: '180px',
      cell: (line) => (
        <WholeNumberField
          label={t('copies', { name: itemName(line) })}
          labelHidden
          value={line.copies}
          min={1}
          max={bounds.copies}
          onChange={(copies) => setCopies(line.itemId, copies)}
        />
      ),
    },
    {
      id: 'remove',
      header: '',
      width: '44px',
      cell: (line) => (
        <IconButton
          icon="trash"
          label={t('remove', { name: itemName(line) })}
          onPress={() => change(lines.filter(({ itemId }) => itemId !== line.itemId))}
        />
      ),
    },
  ]
  return (
    <VirtualTable
      label={t('title')}
      columns={columns}
      rows={lines}
      rowKey={({ itemId }) => itemId}
      empty={<Empty title={t('none.title')}>{t('none.text')}</Empty>}
    />
  )
}
