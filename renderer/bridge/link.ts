/** Whether the host behind the bridge answers. Without it, screens keep showing the data that they have. */
export type LinkState =
  | 'up'
  /** Nobody answers: Kaunta itself is not running. */
  | 'gone'
  /** The host answers but this window was not let in. */
  | 'refused'

let state: LinkState = 'up'
const listeners = new Set<() => void>()

export const linkState = (): LinkState => state

export function setLinkState(next: LinkState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Calls back after every change; the answer ends it. */
export function onLinkState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
