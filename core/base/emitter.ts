import type { Clock } from './ports.ts'

/** A list of listeners. One that throws does not stop the others. */
export interface Emitter<E> {
  emit(event: E): void
  subscribe(listener: (event: E) => void): () => void
}

export const createEmitter = <E>(onError: (error: unknown) => void): Emitter<E> => {
  const listeners = new Set<(event: E) => void>()
  return {
    emit: (event) => {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface Gathering<E extends { type: string }> {
  clock: Pick<Clock, 'after'>
  /** Kinds that are never delayed. */
  atOnce: readonly E['type'][]
  ms: number
}

/** An event with more items than this means all items. */
const mostItems = 500

/** Merges two events that differ only in their items. */
const merged = <E extends { itemIds?: number[] }>(one: E | undefined, other: E): E => {
  if (!one) return other
  const { itemIds, ...any } = other
  if (!one.itemIds || !itemIds) return any as E
  const ids = new Set([...one.itemIds, ...itemIds])
  return ids.size > mostItems ? (any as E) : { ...other, itemIds: [...ids] }
}

/**
 * Passes the first event of a kind at once. Later ones within `ms` milliseconds are merged into one event per kind,
 * with all their items. Otherwise a thousand documents in a row would make every window query a thousand times.
 */
export const gatherEvents = <E extends { type: string; itemIds?: number[] }>(
  emit: (event: E) => void,
  { clock, atOnce, ms }: Gathering<E>,
): ((event: E) => void) => {
  const held = new Map<E['type'], Map<string, E>>()
  const hold = (type: E['type']): void => {
    const gathered = new Map<string, E>()
    held.set(type, gathered)
    clock.after(ms, () => {
      if (gathered.size === 0) held.delete(type)
      else hold(type)
      for (const event of gathered.values()) emit(event)
    })
  }
  return (event) => {
    const gathered = held.get(event.type)
    if (gathered) {
      const key = JSON.stringify({ ...event, itemIds: undefined })
      gathered.set(key, merged(gathered.get(key), event))
      return
    }
    if (!atOnce.includes(event.type)) hold(event.type)
    emit(event)
  }
}
