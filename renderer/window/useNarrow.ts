import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 1100px)')

/** Is this the small touch till? For what a style sheet cannot leave out, such as columns of a table. */
export const useNarrow = (): boolean => useSyncExternalStore(onChange, () => narrow.matches)

function onChange(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
