import type { OutputOf } from '../../../../core/contract/index.ts'
import { useCall } from '../../../queries/calls.ts'

/** The last completed sale of this till, by any person; undefined before the first. Credit notes do not count. */
export function useLastSale(): OutputOf<'invoice.get'> | undefined {
  const { data: newest } = useCall('invoice.list', { limit: 10 })
  const id = newest?.invoices.find(({ kind }) => kind === 'sale')?.id
  const { data } = useCall('invoice.get', { id: id ?? 0 }, { enabled: id !== undefined, keepPrevious: true })
  return id === undefined ? undefined : data
}
