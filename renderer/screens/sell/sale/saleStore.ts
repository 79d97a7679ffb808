/**
 * Keeps the open sale, one per profile, in memory and in the window's session storage. It survives a change of screen, a
 * lock and a reload; `saleDrafts.ts` keeps it through a power cut. Only the core books sales.
 */
import type { OutputOf } from '../../../../core/contract/index.ts'
import type { SaleDraft } from '../../../../core/contract/sale.ts'
import { changeSale, newSale, type Sale, type SaleAction, type SaleTender, toCart } from './cart.ts'
import { type Entered, nothingEntered } from './tendering.ts'

export type Completed = OutputOf<'sale.complete'>

export type SellState = {
  step: 'ringing' | 'paying' | 'done'
  sale: Sale
  /**
   * The payment with which the core was asked to complete this sale, until it answers. If the answer is lost, the same
   * request is repeated first, so that the sale is booked once and unchanged.
   */
  asked: SaleTender[] | null
  /** The sale whose receipt is looked at. */
  done: Completed | null
  /** It is the sale that this window has just completed. */
  isFresh?: boolean
  /** At Payment: what is being taken. */
  entered: Entered
}

export type SellAction =
  | SaleAction
  | { type: 'goTo'; step: SellState['step'] }
  | { type: 'enter'; entered: Entered }
  | { type: 'ask'; tenders: SaleTender[] }
  /** `requestId`: another name for it; its own was another window's, which has completed a sale of that name. */
  | { type: 'notBooked'; requestId?: string }
  | { type: 'completed'; done: Completed; requestId: string }
  /** A sale that a window had open, as it was kept. Follows its `resume`. */
  | { type: 'takeUp'; paying: boolean; asked: SaleTender[] | null }
  /** Looks at a receipt again; the sale being rung up stays as it is. */
  | { type: 'show'; done: Completed }

export interface SaleStore {
  /** This window remembered a sale, or none, by itself. */
  readonly isKnown: boolean
  get(): SellState
  /** While an answer is outstanding only what ends that is heard. */
  act(action: SellAction): void
  subscribe(listener: () => void): () => void
}

function changeSell(state: SellState, action: SellAction): SellState {
  switch (action.type) {
    case 'ask':
      return { ...state, step: 'paying', asked: action.tenders }
    case 'notBooked':
      return {
        ...state,
        asked: null,
        sale: { ...state.sale, requestId: action.requestId ?? state.sale.requestId },
      }
    case 'completed':
      return { ...blank(action.requestId), step: 'done', done: action.done, isFresh: true }
    default:
      return state.asked ? state : changeOpen(state, action)
  }
}

type OpenAction = Exclude<SellAction, { type: 'ask' | 'notBooked' | 'completed' }>

function changeOpen(state: SellState, action: OpenAction): SellState {
  const { entered } = state
  if (action.type === 'enter') return { ...state, entered: action.entered }
  if (action.type === 'goTo') return { ...state, step: action.step, entered: nothingEntered }
  if (action.type === 'show') return { ...state, step: 'done', done: action.done, isFresh: false }
  if (action.type === 'takeUp')
    return { ...state, step: action.paying ? 'paying' : 'ringing', asked: action.asked }
  const sale = changeSale(state.sale, action)
  if (sale === state.sale) return state
  const step = stepAfter(state.step, action)
  const isEnteredStill = step === state.step && action.type !== 'tender'
  return { ...state, sale, step, entered: isEnteredStill ? entered : nothingEntered }
}

const blank = (requestId: string): SellState => ({
  step: 'ringing',
  sale: newSale(requestId),
  asked: null,
  done: null,
  entered: nothingEntered,
})

const begins = new Set<SaleAction['type']>(['add', 'resume', 'start', 'setReturned'])

/** Whatever puts goods into a sale shows that sale; what is taken at payment stays there. */
function stepAfter(step: SellState['step'], { type }: SaleAction): SellState['step'] {
  return begins.has(type) ? 'ringing' : step
}

/** The stored part of a sale; null: there is none. */
export function draftOf({ sale, step, asked }: SellState): SaleDraft | null {
  if (sale.lines.length === 0) return null
  const { requestId, tenders, added, lines } = sale
  const itemId = lines.find(({ key }) => key === added?.key)?.item.id
  const draft = { cart: toCart(sale), requestId, paying: step === 'paying', tenders, asked }
  return added && itemId ? { ...draft, added: { itemId, quantity: added.quantity } } : draft
}

/**
 * The first line after all lines were taken off begins another sale, under a name of its own: else the core would take the
 * next customer's bread for the bread that was taken off.
 */
function begunAnew(before: SellState, next: SellState): SellState {
  if (before.sale.lines.length > 0 || !before.sale.voided || next.sale.lines.length === 0) return next
  return { ...next, sale: { ...next.sale, requestId: crypto.randomUUID(), voided: null } }
}

const version = 2

const keyOf = (appId: string): string => `sale ${appId}`

export function openSaleStore(appId: string, storage: Storage): SaleStore {
  const key = keyOf(appId)
  const listeners = new Set<() => void>()
  const known = read(storage.getItem(key))
  let state = known ?? blank(crypto.randomUUID())
  return {
    isKnown: known !== null,
    get: () => state,
    act: (action) => {
      const next = changeSell(state, action)
      if (next === state) return
      state = action.type === 'add' ? begunAnew(state, next) : next
      storage.setItem(key, JSON.stringify({ version, state }))
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Data of another version of the till is discarded. */
function read(kept: string | null): SellState | null {
  if (kept === null) return null
  try {
    const { version: found, state } = JSON.parse(kept) as { version: number; state: SellState }
    return found === version ? state : null
  } catch {
    return null
  }
}

const stores = new Map<string, SaleStore>()

/** The sale of a profile in this window. */
export function saleStore(appId: string): SaleStore {
  const known = stores.get(appId)
  if (known) return known
  const store = openSaleStore(appId, sessionStorage)
  stores.set(appId, store)
  return store
}

/** The sale of training in a profile, apart from the shop's own. */
export const inTraining = (appId: string): string => `${appId} training`

/** Forgets the open sale of an earlier training. */
export function forgetTraining(appId: string): void {
  stores.delete(inTraining(appId))
  sessionStorage.removeItem(keyOf(inTraining(appId)))
}
