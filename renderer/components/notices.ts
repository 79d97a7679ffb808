import { useSyncExternalStore } from 'react'

export interface Notice {
  id: number
  tone: 'ok' | 'wait' | 'bad'
  /** One sentence: what happened; what is safe. */
  text: string
  code?: string
  acts?: readonly { label: string; run: () => void }[]
}

/** An error stays until a person dismisses it. Several acts have to be read first. */
const staysMs = { ok: 5_000, wait: 8_000, bad: null } as const
const withActsMs = 20_000
const most = 3

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says something in passing, over the bar. The answer takes it away again. */
export function notify(notice: Omit<Notice, 'id'>): () => void {
  const id = ++lastId
  const dismiss = () => dismissNotice(id)
  show([...notices.filter(({ text }) => text !== notice.text), { ...notice, id }].slice(-most))
  const stays = (notice.acts?.length ?? 0) > 1 ? withActsMs : staysMs[notice.tone]
  if (stays !== null) setTimeout(dismiss, stays)
  return dismiss
}

export function dismissNotice(id: number): void {
  show(notices.filter((notice) => notice.id !== id))
}

export function dismissNotices(): void {
  show([])
}

/** The id of the newest message so far; 0: there was none. */
export const lastNotice = (): number => lastId

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => notices,
  )
}

function show(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}
