/** A list of listeners; one that throws does not stop the others. */
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
