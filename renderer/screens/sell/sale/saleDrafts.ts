/**
 * Keeps the sale of this window in the profile's database, so that a power cut takes nothing of it, and takes one up that a
 * window left behind. A sale that is taken up keeps its request, so whatever was asked with it is never booked twice.
 */
import type { OutputOf } from '../../../../core/contract/index.ts'
import { notify } from '../../../components/notices.ts'
import { say } from '../../../i18n/index.ts'
import type { Call } from '../../../queries/calls.ts'
import type { SaleTender } from './cart.ts'
import { draftOf, type SaleStore, type SellState } from './saleStore.ts'
import { words } from './words.ts'

/** A sale is kept as soon as nothing has changed it for so long; one that could not be kept is tried again. */
const quietMs = 500
const againMs = 5_000

/** Holds a name for as long as this window lives; false: another window holds it. The browser lets go of those that died. */
const hold = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const held = navigator.locks.request(`kaunta sale ${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise<void>(() => {}) : undefined
    })
    held.catch(() => resolve(false))
  })

const nameKey = 'sale window'
let named: Promise<string> | undefined

/** This window's name, the same after a reload. One that was doubled has its own. */
export function windowName(): Promise<string> {
  named ??= (async () => {
    const before = sessionStorage.getItem(nameKey)
    const name = before !== null && (await hold(before)) ? before : crypto.randomUUID()
    if (name !== before) await hold(name)
    sessionStorage.setItem(nameKey, name)
    return name
  })()
  return named
}

const turns = new WeakMap<SaleStore, Promise<unknown>>()

/** Runs calls about one sale one after another, so that an older state of it never arrives after a newer one. */
export function inTurn<T>(store: SaleStore, work: () => Promise<T>): Promise<T> {
  const next = (turns.get(store) ?? Promise.resolve()).then(work, work)
  turns.set(store, next)
  return next
}

/** Keeps the sale as it changes; the answer ends it. */
export function keepSale(call: Call, store: SaleStore): () => void {
  /** As it is in the database. A window that was here before may have left it another. */
  let kept: { text: string; requestId: string | null } = {
    text: store.isKnown ? '' : 'null',
    requestId: null,
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  async function save(): Promise<void> {
    const state = store.get()
    const draft = draftOf(state)
    const text = JSON.stringify(draft)
    // The core has dropped it with the sale's completion.
    const isCompleted = draft === null && state.step === 'done' && state.sale.requestId !== kept.requestId
    if (text !== kept.text && !isCompleted)
      await call('sale.keepDraft', { window: await windowName(), draft })
    kept = { text, requestId: state.sale.requestId }
  }
  function saveSoon(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      inTurn(store, save).catch(() => {
        if (!ended) saveSoon(againMs)
      })
    }, ms)
  }
  const unsubscribe = store.subscribe(() => saveSoon(quietMs))
  saveSoon(0)
  return () => {
    ended = true
    unsubscribe()
    saveSoon(0)
  }
}

type Kept = OutputOf<'sale.drafts'>['drafts'][number]

/** Has nobody done anything here yet? */
const isUntouched = ({ sale, step, asked }: SellState): boolean =>
  sale.lines.length === 0 && !sale.buyer && !asked && step === 'ringing'

/** Takes up a sale that a window left behind, where this one remembers none of its own. */
export async function takeUpSale(call: Call, store: SaleStore): Promise<void> {
  if (store.isKnown || !isUntouched(store.get())) return
  const own = await windowName()
  const { drafts } = await call('sale.drafts', {})
  for (const found of drafts) {
    if (found.window !== own && !(await hold(found.window))) continue
    if (isUntouched(store.get())) putBack(store, found)
    return
  }
}

function putBack(store: SaleStore, { draft, items }: Kept): void {
  const { cart, requestId, paying } = draft
  const tenders = draft.tenders as SaleTender[]
  store.act({ type: 'resume', cart, items, requestId, tenders })
  store.act({ type: 'takeUp', paying, asked: draft.asked as SaleTender[] | null })
  notify({ tone: 'wait', text: say(words, 'draft.back', { count: cart.lines.length }) })
}
