import { notifyManager, QueryClient } from '@tanstack/react-query'
import { inBackground } from '../bridge/background.ts'
import { bridge } from '../bridge/index.ts'
import { linkState, onLinkState } from '../bridge/link.ts'
import { collectStale, refetchStale } from './invalidation.ts'

/** Network state is the core's business: a query never pauses, never retries, and is fresh until an event says otherwise. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// An answer is drawn in the frame in which it comes; the library would wait for a timer.
notifyManager.setScheduler(queueMicrotask)

/** Keeps what is on screen true: events, and everything once the host is back. The answer ends it. */
export function followEvents(): () => void {
  const stale = collectStale((isStale) => inBackground(refetchStale(queryClient, isStale)))
  const endEvents = bridge.subscribe(stale)
  const endLink = onLinkState(() => {
    if (linkState() === 'up') inBackground(refetchStale(queryClient))
  })
  return () => {
    endEvents()
    endLink()
  }
}
