import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useWords } from '../../i18n/index.ts'
import type { PagedName } from '../../queries/calls.ts'
import { late } from '../late.ts'
import { useHere } from '../session.ts'
import type { ListToExport } from './ExportDialog.tsx'
import { words } from './words.ts'

const ExportDialog = late(async () => (await import('./ExportDialog.tsx')).ExportDialog)

/** For managers: every row of a list, as it is filtered and ordered on the screen, as a file for a spreadsheet. */
export function ExportButton<N extends PagedName, R>({
  size = 44,
  ...list
}: ListToExport<N, R> & { size?: 44 | 48 }) {
  const t = useWords(words)
  const { may } = useHere()
  const [open, setOpen] = useState(false)
  if (!may('manager')) return null
  return (
    <>
      <Button icon="file" size={size} onPress={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && (
        // The dialog passes the rows of the list to its fields, and looks at neither.
        <ExportDialog
          what={list as unknown as ListToExport<PagedName, unknown>}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
