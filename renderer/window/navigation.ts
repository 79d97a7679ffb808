import { useSyncExternalStore } from 'react'
import { type ScreenName, screenNames } from './screenNames.ts'

export interface Place {
  screen: ScreenName
  /** Such as `{ invoice: '12' }` on Receipts. */
  params: Readonly<Record<string, string>>
}

const listeners = new Set<() => void>()

/** Goes to a screen: `navigate('receipts', { invoice: '12' })`. */
export function navigate(screen: ScreenName, params: Record<string, string> = {}): void {
  const query = new URLSearchParams(params).toString()
  location.hash = query === '' ? `#/${screen}` : `#/${screen}?${query}`
  // The browser's own event comes later: the keys of a scan that follows F4 would meet the screen before.
  for (const listener of listeners) listener()
}

/** The screen that the window shows, and its parameters. */
export function usePlace(): Place {
  return useSyncExternalStore(onHash, place)
}

/** `#/receipts?invoice=12`; anything unknown is Sell. */
function parsePlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const screen = screenNames.find((name) => name === path) ?? 'sell'
  return { screen, params: Object.fromEntries(new URLSearchParams(query)) }
}

let known = { hash: '', place: parsePlace('') }

function place(): Place {
  if (known.hash !== location.hash) known = { hash: location.hash, place: parsePlace(location.hash) }
  return known.place
}

function onHash(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('hashchange', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('hashchange', listener)
  }
}
