import type { QueryClient } from '@tanstack/react-query'
import type { ProfileEvent } from '../../core/contract/events.ts'

/** Which operations' answers an event makes stale, by the start of their names. */
export const staleAfter: Record<ProfileEvent['type'], readonly string[]> = {
  'invoice.changed': ['invoice.', 'receipt.', 'report.', 'shift.get', 'account.'],
  'invoice.signed': ['invoice.', 'receipt.', 'report.', 'shift.get'],
  'queue.changed': [
    'queue.',
    'report.',
    'status.',
    'profile.',
    'sale.',
    'practice.',
    'delivery.',
    'transfer.',
    'customs.',
  ],
  'item.changed': ['item.', 'label.', 'stock.', 'delivery.', 'transfer.', 'customs.'],
  'stock.changed': ['stock.', 'count.', 'item.', 'order.'],
  'customer.changed': ['customer.', 'account.', 'report.'],
  'count.changed': ['count.'],
  'purchase.changed': ['delivery.', 'order.', 'customs.'],
  'order.changed': ['order.', 'stock.'],
  'transfer.changed': ['transfer.', 'stock.', 'item.'],
  'status.changed': ['status.', 'device.', 'reference.', 'profile.', 'practice.'],
  'settings.changed': ['settings.', 'order.', 'backup.', 'audit.', 'status.', 'reference.'],
  'shift.changed': ['shift.', 'audit.'],
  'unofficial.changed': ['proforma.', 'invoice.', 'receipt.', 'report.', 'shift.get'],
  'printJob.changed': ['printJob.', 'printer.state'],
  'printer.changed': ['printer.state', 'printJob.', 'status.checklist'],
  'workspace.changed': ['workspace.', 'profile.', 'user.', 'status.', 'apiKey.', 'rest.', 'audit.', 'hub.'],
  'update.changed': ['update.', 'audit.'],
  'hub.changed': ['hub.', 'sale.parked', 'user.'],
  'session.changed': ['workspace.state'],
}

const gatherMs = 30
/** The least time between two refetches: a long backlog causes one for each document otherwise, milliseconds. */
const restMs = 200

/** Gathers a burst of events, then calls `invalidate` once with all that became stale. */
export function collectStale(
  invalidate: (isStale: (operation: string) => boolean) => void,
): (event: ProfileEvent) => void {
  let prefixes = new Set<string>()
  let invalidatedAt = Number.NEGATIVE_INFINITY
  return (event) => {
    if (prefixes.size === 0) {
      const waitMs = Math.max(gatherMs, invalidatedAt + restMs - performance.now())
      setTimeout(() => {
        invalidatedAt = performance.now()
        const gathered = [...prefixes]
        prefixes = new Set()
        invalidate((operation) => gathered.some((prefix) => operation.startsWith(prefix)))
      }, waitMs)
    }
    for (const prefix of staleAfter[event.type]) prefixes.add(prefix)
  }
}

/** Fetches again what became stale: the queries on screen at once, the others when they are next shown. */
export async function refetchStale(
  client: QueryClient,
  isStale: (operation: string) => boolean = () => true,
): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => isStale(String(queryKey[0]))
  // The library joins a query's first fetch that is on its way, and its answer may be older than the event: a receipt
  // that was signed meanwhile would wait for its signature for good.
  const first = client
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  const again = first.map(async ({ promise, queryKey }) => {
    await Promise.allSettled([promise])
    await client.invalidateQueries({ queryKey, exact: true })
  })
  await Promise.all([client.invalidateQueries({ predicate }), ...again])
}
