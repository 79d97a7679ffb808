import { useState } from 'react'
import type { ImportHead } from '../../../../core/contract/import.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Page } from '../../../components/Page.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { StateWord } from '../../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { pagesOf, useCallPages } from '../../../queries/calls.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { navigate } from '../../../window/navigation.ts'
import { countsText, importFields, nameOf, stateOf } from './importText.ts'
import { OneImport } from './OneImport.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import { words } from './words.ts'

/** Imported lists and changes of many items; a row opens one. */
export function ImportsPage() {
  const t = useWords(words)
  const [open, setOpen] = useState<number | null>(null)
  const [undoing, setUndoing] = useState<ImportHead | null>(null)
  const list = useCallPages('item.imports', {})
  const rows = list.data?.flatMap((page) => page.imports) ?? []
  const shown = rows.find(({ id }) => id === open)
  return (
    <Page
      title={t('title')}
      back={{ label: t('back'), onPress: () => navigate('items') }}
      acts={
        <ExportButton
          list="imports"
          operation="item.imports"
          input={{}}
          rowsOf={({ imports }) => imports}
          fields={importFields()}
        />
      }
    >
      <p>{t('about')}</p>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t('title')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        {...pagesOf(list)}
        empty={<Empty title={t('none')}>{t('noneText')}</Empty>}
        onOpen={({ id }) => setOpen(id)}
      />
      {shown && !undoing && (
        <OneImport
          key={shown.id}
          head={shown}
          onUndo={() => setUndoing(shown)}
          onClose={() => setOpen(null)}
        />
      )}
      {undoing && (
        <UndoDialog
          head={undoing}
          onClose={() => {
            setUndoing(null)
            setOpen(null)
          }}
        />
      )}
    </Page>
  )
}

const tones = { undoing: 'wait', undone: 'off', stopped: 'wait', done: 'ok' } as const

function State({ head }: { head: ImportHead }) {
  const t = useWords(words)
  const state = stateOf(head)
  return <StateWord tone={tones[state]}>{t(state)}</StateWord>
}

function useColumns(): Column<ImportHead>[] {
  const t = useWords(words)
  return [
    {
      id: 'list',
      header: t('list'),
      width: 'minmax(0, 1fr)',
      cell: (head) => (
        <>
          <b className="items-line">{nameOf(head)}</b>
          <small className="items-line">
            {t('number', { number: head.number })} · {t('by', { name: head.by, at: formatMoment(head.at) })}
          </small>
        </>
      ),
    },
    {
      id: 'items',
      header: t('items'),
      width: 'minmax(0, 1fr)',
      cell: (head) => (
        <>
          <span className="items-line">{countsText(head)}</span>
          <small className="items-line">
            {t(`rows.${head.kind}`, { done: head.done, total: head.total })}
          </small>
        </>
      ),
    },
    { id: 'state', header: t('state'), width: '190px', cell: (head) => <State head={head} /> },
  ]
}
