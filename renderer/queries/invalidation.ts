import type { ProfileEvent } from '../../core/contract/events.ts'

/** Which operations' answers an event makes stale, by the start of their names. */
export const staleAfter: Record<ProfileEvent['type'], readonly string[]> = {
  'invoice.changed': ['invoice.', 'receipt.', 'report.'],
  'invoice.signed': ['invoice.', 'receipt.', 'report.'],
  'queue.changed': ['queue.', 'report.', 'status.', 'profile.', 'sale.', 'practice.'],
  'item.changed': ['item.', 'stock.'],
  'stock.changed': ['stock.', 'item.'],
  'customer.changed': ['customer.'],
  'status.changed': ['status.', 'device.', 'reference.', 'profile.', 'practice.'],
  'settings.changed': ['settings.', 'backup.', 'audit.', 'status.', 'reference.'],
  'workspace.changed': ['workspace.', 'profile.', 'user.', 'status.', 'apiKey.', 'rest.', 'audit.'],
  'session.changed': ['workspace.state'],
}

const gatherMs = 30
/** A long backlog that is being sent is told of a few times a second, not once for each document. */
const restMs = 200

/** Gathers a burst of events and then tells once what became stale. */
export function collectStale(
  tell: (isStale: (operation: string) => boolean) => void,
): (event: ProfileEvent) => void {
  let prefixes = new Set<string>()
  let toldAt = Number.NEGATIVE_INFINITY
  return (event) => {
    if (prefixes.size === 0) {
      const waitMs = Math.max(gatherMs, toldAt + restMs - performance.now())
      setTimeout(() => {
        toldAt = performance.now()
        const gathered = [...prefixes]
        prefixes = new Set()
        tell((operation) => gathered.some((prefix) => operation.startsWith(prefix)))
      }, waitMs)
    }
    for (const prefix of staleAfter[event.type]) prefixes.add(prefix)
  }
}
