/**
 * The customer display: a second page that shows the sale of this window. The page has the origin of the screens and
 * hears of a sale by a channel of the browser. It asks the core for nothing, and keeps nothing of a sale.
 */
import type { Language } from '../i18n/index.ts'
import type { DisplayView } from './displayView.ts'

/** What the page shows while nobody buys. It belongs to this computer, as its theme does. */
export interface DisplayLook {
  shop: string
  language: Language
  /** A data address; absent: the shop's name. */
  picture?: string | undefined
}

export const displayPage = '/display.html'
const channelName = 'kaunta display'
const lookKey = 'display'
const lockOf = (window: string) => `kaunta display ${window}`

/** `view` null: this window shows nothing. */
type Message = 'ask' | { window: string; view: DisplayView | null }

let own: { window: string; channel: BroadcastChannel } | undefined
let shown: DisplayView | null = null

/** Shows the customer a sale of this window, or nothing more of it. */
export function showCustomer(view: DisplayView | null): void {
  shown = view
  own ??= speak()
  own.channel.postMessage({ window: own.window, view } satisfies Message)
}

function speak() {
  const window = crypto.randomUUID()
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'ask') channel.postMessage({ window, view: shown } satisfies Message)
  }
  // Held until this page is gone: the display then clears, also after a crash.
  navigator.locks.request(lockOf(window), () => new Promise(() => {})).catch(() => {})
  return { window, channel }
}

/** On the display's page: calls back with what the till showed last, null for nothing. The answer ends it. */
export function followTill(listener: (view: DisplayView | null) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  let showing: string | null = null
  const clear = (window: string) => {
    // Another window's customer is not this one's.
    if (showing !== window) return
    showing = null
    listener(null)
  }
  const watched = new Set<string>()
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'ask') return
    if (data.view === null) {
      clear(data.window)
      return
    }
    showing = data.window
    listener(data.view)
    if (watched.has(data.window)) return
    watched.add(data.window)
    const gone = () => {
      watched.delete(data.window)
      clear(data.window)
    }
    navigator.locks.request(lockOf(data.window), gone).catch(gone)
  }
  channel.postMessage('ask' satisfies Message)
  return () => channel.close()
}

export function displayLook(): DisplayLook {
  try {
    const kept = JSON.parse(localStorage.getItem(lookKey) ?? 'null') as DisplayLook | null
    if (kept) return kept
  } catch {
    // Somebody else wrote it; the display begins without a look.
  }
  return { shop: '', language: 'en' }
}

/** The display hears of it by the browser's event `storage`. Throws if the browser has no room for the picture. */
export function changeDisplayLook(changes: Partial<DisplayLook>): void {
  const next = JSON.stringify({ ...displayLook(), ...changes })
  if (next !== localStorage.getItem(lookKey)) localStorage.setItem(lookKey, next)
}
