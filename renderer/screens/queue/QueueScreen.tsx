import { useState } from 'react'
import type { InputOf } from '../../../core/contract/index.ts'
import type { QueueRow } from '../../../core/contract/queue.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { notify } from '../../components/notices.ts'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { explain, failureCode } from '../../i18n/errors.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct, useCall, useCallPages } from '../../queries/calls.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { LineNotes } from './LineNotes.tsx'
import { QueueDetails } from './QueueDetails.tsx'
import { QueueTable } from './QueueTable.tsx'
import { words } from './words.ts'
import './queue.css'

type Filter = NonNullable<InputOf<'queue.list'>['filter']>
const filters: readonly Filter[] = ['needsPerson', 'waiting', 'sentToday', 'all']

/** Documents for the authority. Those that need a person come first, each with its reason and one safe act. */
export function QueueScreen() {
  const t = useWords(words)
  const { params } = usePlace()
  const selected = params['document'] === undefined ? null : Number(params['document'])
  const { data: status } = useCall('status.get', {})
  const [chosen, choose] = useState<Filter | null>(null)
  const [first] = useState<Filter>(() => ((status?.needsPerson ?? 0) > 0 ? 'needsPerson' : 'waiting'))
  const filter = chosen ?? first
  const list = useCallPages('queue.list', { filter })
  const rows = list.data?.flatMap((page) => page.rows) ?? []
  const counts = list.data?.[0]?.counts
  const tryNow = useAct('queue.tryNow')

  const open = (row: Pick<QueueRow, 'id'>) => navigate('queue', { document: String(row.id) })
  const close = () => navigate('queue')
  const tryAll = () =>
    tryNow.mutate(
      {},
      {
        onSuccess: ({ waiting }) =>
          notify({
            tone: 'ok',
            text: waiting === 0 ? t('done.nothingToTry') : t('done.trying', { count: waiting }),
          }),
        onError: ({ failure }) => notify({ tone: 'bad', text: explain(failure), code: failureCode(failure) }),
      },
    )
  useKeys([{ key: 'F9', label: t('action.tryNow'), run: tryAll, enabled: !tryNow.isPending }])

  return (
    <Page
      title={t('title')}
      head={
        <Pills
          label={t('tabs.label')}
          value={filter}
          onChange={choose}
          pills={filters.map((id) => ({
            id,
            label: t(`tabs.${id}`),
            ...(counts && id !== 'all' ? { count: counts[id] } : {}),
          }))}
        />
      }
      acts={
        <Button keyCap="F9" pending={tryNow.isPending} onPress={tryAll}>
          {t('action.tryNow')}
        </Button>
      }
    >
      {status && <LineNotes status={status} />}
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <div className="beside">
        <QueueTable
          rows={rows}
          total={counts && filter !== 'all' ? counts[filter] : undefined}
          selected={selected}
          loading={list.isPending}
          empty={list.error ? null : <EmptyQueue filter={filter} waiting={counts?.waiting ?? 0} />}
          onOpen={open}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetching) inBackground(list.fetchNextPage())
          }}
        />
        {selected !== null && <QueueDetails key={selected} id={selected} onClose={close} onOpen={open} />}
      </div>
    </Page>
  )
}

function EmptyQueue({ filter, waiting }: { filter: Filter; waiting: number }) {
  const t = useWords(words)
  const { data: sent } = useCall('queue.list', { filter: 'sentToday', limit: 1 })
  const last = sent?.rows[0]?.settledAt ?? null
  const everything = last === null ? t('empty.sent') : t('empty.sentLast', { time: formatMoment(last) })
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
