import type { OutputOf } from '../../../../core/contract/index.ts'
import { useCall } from '../../../queries/calls.ts'

/** The sale completed last on this till, by whoever; undefined before the first. Credit notes are no sales. */
export function useLastSale(): OutputOf<'invoice.get'> | undefined {
  const { data: newest } = useCall('invoice.list', { limit: 10 })
  const id = newest?.invoices.find(({ kind }) => kind === 'sale')?.id
  const { data } = useCall('invoice.get', { id: id ?? 0 }, { enabled: id !== undefined, keepPrevious: true })
  return id === undefined ? undefined : data
}
