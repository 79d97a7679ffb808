import type { InputOf } from '../../../core/contract/index.ts'
import { inBackground } from '../../bridge/background.ts'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { common } from '../../i18n/common.ts'
import { say, useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { pagesOf, useCallPages } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate, usePlace } from '../../window/navigation.ts'
import { documentFields } from './documentFields.ts'
import { QueueTable } from './QueueTable.tsx'
import { SendNow } from './SendNow.tsx'
import { useEverythingSent } from './useEverythingSent.ts'
import { words } from './words.ts'

type Filter = NonNullable<InputOf<'queue.list'>['filter']>
const filters: readonly Filter[] = ['needsPerson', 'waiting', 'sentToday', 'all']

/** Every document of every kind, each under the one that it waits for. */
export function AllDocuments() {
  const t = useWords(words)
  const { params } = usePlace()
  const filter = filters.find((name) => name === params['filter']) ?? 'all'
  const list = useCallPages('queue.list', { filter })
  const rows = list.data?.flatMap((page) => page.rows) ?? []
  const counts = list.data?.[0]?.counts
  const back = () => navigate('queue')
  useKeys([{ key: 'Esc', run: back }])
  return (
    <Page
      title={t('all.title')}
      back={{ label: say(common, 'acts.back'), onPress: back }}
      head={
        <Pills
          label={t('tabs.label')}
          value={filter}
          onChange={(chosen) => navigate('queue', { view: 'all', filter: chosen })}
          pills={filters.map((id) => ({
            id,
            label: t(`tabs.${id}`),
            ...(counts && id !== 'all' ? { count: counts[id] } : {}),
          }))}
        />
      }
      acts={
        <>
          <ExportButton
            list="documents"
            operation="queue.list"
            input={{ filter }}
            rowsOf={({ rows }) => rows}
            fields={documentFields()}
          />
          <SendNow />
        </>
      }
    >
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <QueueTable
        rows={rows}
        total={counts && filter !== 'all' ? counts[filter] : undefined}
        {...pagesOf(list)}
        empty={<EmptyList filter={filter} waiting={counts?.waiting ?? 0} />}
        onOpen={({ id }) => navigate('queue', { view: 'all', filter, document: String(id) })}
      />
    </Page>
  )
}

function EmptyList({ filter, waiting }: { filter: Filter; waiting: number }) {
  const t = useWords(words)
  const everything = useEverythingSent()
  if (filter === 'needsPerson') {
    return (
      <Empty title={t('empty.needsPerson')}>
        {waiting === 0 ? everything : t('empty.needsPersonWaiting', { count: waiting })}
      </Empty>
    )
  }
  if (filter === 'waiting') return <Empty title={everything} />
  if (filter === 'sentToday') return <Empty title={t('empty.sentToday')}>{t('empty.sentTodayText')}</Empty>
  return <Empty title={t('empty.all')}>{t('empty.allText')}</Empty>
}
