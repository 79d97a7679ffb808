import { notifyManager, QueryClient } from '@tanstack/react-query'
import { inBackground } from '../bridge/background.ts'
import { bridge } from '../bridge/index.ts'
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

/** Keeps what is on screen true: by events, and by fetching everything again when some may have been missed. */
export const followEvents = (): (() => void) =>
  bridge.subscribe(
    collectStale((isStale) => inBackground(refetchStale(queryClient, isStale))),
    () => inBackground(refetchStale(queryClient)),
  )
