import type { AppEvent } from '../../core/contract/events.ts'

/** Which operations' answers an event makes stale, by the start of their names. */
export const staleAfter: Record<AppEvent['type'], readonly string[]> = {
  'invoice.changed': ['invoice.', 'receipt.'],
  'invoice.signed': ['invoice.', 'receipt.'],
  'queue.changed': ['queue.', 'status.', 'profile.', 'sale.'],
  'item.changed': ['item.', 'stock.'],
  'stock.changed': ['stock.', 'item.'],
  'customer.changed': ['customer.'],
  'status.changed': ['status.', 'device.', 'reference.', 'profile.', 'practice.'],
  'settings.changed': ['settings.', 'status.', 'reference.'],
  'workspace.changed': ['workspace.', 'profile.', 'user.', 'status.'],
}

const gatherMs = 30

/** Gathers a burst of events and then tells once what became stale. */
export function collectStale(
  tell: (isStale: (operation: string) => boolean) => void,
): (event: AppEvent) => void {
  let prefixes = new Set<string>()
  return (event) => {
    if (prefixes.size === 0) {
      setTimeout(() => {
        const gathered = [...prefixes]
        prefixes = new Set()
        tell((operation) => gathered.some((prefix) => operation.startsWith(prefix)))
      }, gatherMs)
    }
    for (const prefix of staleAfter[event.type]) prefixes.add(prefix)
  }
}
