/** What a person is entering, one per key. It is kept until it is saved, also while another screen is shown. */
import { useSyncExternalStore } from 'react'

export function createKept<T>(empty: () => T) {
  const kept = new Map<string, T>()
  const listeners = new Set<() => void>()
  const nothing = empty()
  const get = (key: string): T => kept.get(key) ?? nothing
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    change(key: string, changes: Partial<T>): void {
      kept.set(key, { ...get(key), ...changes })
      for (const listener of listeners) listener()
    },
    forget(key: string): void {
      kept.delete(key)
      for (const listener of listeners) listener()
    },
    use: (key: string): T => useSyncExternalStore(subscribe, () => get(key)),
  }
}

const requests = new Map<string, string>()
/**
 * The same input gets the same id until `forget`, as its first answer may have been lost. Forget it once it is answered:
 * the same goods may come again.
 */
export const requestOf = (input: object): { id: string; forget: () => void } => {
  const key = JSON.stringify(input)
  const id = requests.get(key) ?? crypto.randomUUID()
  requests.set(key, id)
  return { id, forget: () => requests.delete(key) }
}
