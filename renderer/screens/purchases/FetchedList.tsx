import { type ComponentProps, type ReactNode, useState } from 'react'
import { inBackground } from '../../bridge/background.ts'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { VirtualTable } from '../../components/VirtualTable.tsx'
import { pagesOf } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { type Fetched, FetchedAt, FetchProblem, type useFetching } from './Fetching.tsx'

/** What a list shows. `wanted`: the text once the person stops typing. */
export function useFilter<F extends string>(first: F) {
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<F>(first)
  const wanted = useSettled(text.trim())
  const query = { filter, ...(wanted !== '' && { text: wanted }) }
  return { text, setText, filter, setFilter, wanted, query }
}

interface FetchedListProps<F extends string, R> extends Fetched {
  page: { title: string; head: ReactNode; acts: ReactNode }
  find: ReturnType<typeof useFilter<F>>
  words: { search: string; searchLabel: string; filter: string }
  filters: { id: F; label: string }[]
  exporting: ReactNode
  fetching: ReturnType<typeof useFetching>
  list: Parameters<typeof pagesOf>[0] & { error: Error | null; refetch: () => Promise<unknown> }
  table: ComponentProps<typeof VirtualTable<R>>
}

/** What Kaunta fetched from the authority; a row opens one. */
export function FetchedList<F extends string, R>({
  page,
  find,
  words,
  filters,
  exporting,
  fetching,
  list,
  table,
  ...fetched
}: FetchedListProps<F, R>) {
  return (
    <Page {...page}>
      <div className="purchases-filters">
        <SearchField
          className="purchases-search"
          label={words.searchLabel}
          placeholder={words.search}
          keyCap="F2"
          value={find.text}
          onChange={find.setText}
        />
        <FetchedAt {...fetched} />
        {exporting}
      </div>
      <Pills label={words.filter} value={find.filter} onChange={find.setFilter} pills={filters} />
      <FetchProblem {...fetched} />
      <FailureNote error={fetching.error} />
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable {...table} {...pagesOf(list)} />
    </Page>
  )
}
