import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function themeChoice(): ThemeChoice {
  const kept = localStorage.getItem(storageKey)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** The theme belongs to this window's machine, not to the shop. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(storageKey, choice)
  show()
  for (const listener of listeners) listener()
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, themeChoice)
}

/** Shows the chosen theme and follows the system from then on. */
export function startTheme(): void {
  show()
  dark.addEventListener('change', show)
}

function show(): void {
  const choice = themeChoice()
  document.documentElement.dataset['theme'] = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice
}
