import type { ImportLine } from '../../../../core/contract/import.ts'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { useWords } from '../../../i18n/index.ts'
import { lineText } from './importText.ts'
import { words } from './words.ts'

interface LinesProps {
  label: string
  lines: readonly ImportLine[]
  loading: boolean
  failed?: boolean
  onEnd?: () => void
}

/** What became of each item. */
export function Lines({ label, lines, ...table }: LinesProps) {
  const t = useWords(words)
  const columns: Column<ImportLine>[] = [
    {
      id: 'item',
      header: t('columns.item'),
      width: 'minmax(0, 1fr)',
      cell: ({ name }) => <b className="items-line">{name}</b>,
    },
    {
      id: 'change',
      header: t('columns.change'),
      width: 'minmax(0, 2fr)',
      cell: (line) => <span className="items-import-line">{lineText(line)}</span>,
    },
  ]
  return (
    <div className="items-lines">
      <VirtualTable
        label={label}
        columns={columns}
        rows={lines}
        rowKey={({ id }) => id}
        empty={t('nothing')}
        {...table}
      />
    </div>
  )
}
