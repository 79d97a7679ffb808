import { useMutation, useMutationState } from '@tanstack/react-query'
import type { InputOf } from '../../../../core/contract/index.ts'
import { CallFailed, useCaller } from '../../../queries/calls.ts'

type Entry = InputOf<'count.enter'>['entries'][number]

const retryMs = 1000

/**
 * Stores what is counted, in order. While the till is gone it retries: an entry has a name of its own, so that one that
 * arrived is not stored twice.
 */
export function useEntries(id: number) {
  const call = useCaller()
  const key = ['count.enter', id]
  const { mutate, error } = useMutation<unknown, Error, Omit<Entry, 'uid'> & { uid: string }>({
    mutationKey: key,
    mutationFn: (entry) => call('count.enter', { id, entries: [entry] }),
    scope: { id: `count ${id}` },
    retry: (_, failed) => failed instanceof CallFailed && failed.failure.reason === 'host.gone',
    retryDelay: retryMs,
  })
  const pending = useMutationState({ filters: { mutationKey: key, status: 'pending' } }).length
  return {
    enter: (entry: Omit<Entry, 'uid'>) => mutate({ ...entry, uid: crypto.randomUUID() }),
    error: error instanceof CallFailed ? error : null,
    /** How many are not stored yet. */
    pending,
  }
}
