/** Whether the guide is open. Any screen opens it; the shell shows it over that screen. */
import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

export function openHelp(): void {
  show(true)
}

export function closeHelp(): void {
  show(false)
}

export const useHelpOpen = (): boolean => useSyncExternalStore(onChange, () => isOpen)

function show(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
