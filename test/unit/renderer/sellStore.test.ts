import { describe, expect, test } from 'vitest'
import { newSale, type SaleTender, type SoldItem } from '../../../renderer/screens/sell/sale/cart.ts'
import { draftOf, openSaleStore, type SellAction } from '../../../renderer/screens/sell/sale/saleStore.ts'
import { nothingEntered } from '../../../renderer/screens/sell/sale/tendering.ts'

const bread: SoldItem = {
  id: 1,
  code: 'KE2NTU0000001',
  name: 'Broadways bread 400 g',
  price: 6500,
  taxType: 'A',
  type: '2',
  quantityUnit: 'U',
  onHand: 200,
}
const done = { invoiceId: 7, number: 'T1-7', total: 6500, tendered: 10_000, change: 3500, rounding: 0 }

/** A window's session storage. */
function newStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage
}

function openStore(...actions: SellAction[]) {
  const storage = newStorage()
  const store = openSaleStore('app-1', storage)
  for (const action of actions) store.act(action)
  return { store, reload: () => openSaleStore('app-1', storage), storage }
}

describe('what a window keeps', () => {
  test('a reload finds the sale, its step and its name again', () => {
    const { store, reload } = openStore({ type: 'add', item: bread }, { type: 'goTo', step: 'paying' })
    expect(reload().get()).toEqual(store.get())
    expect(reload().get().sale.lines).toHaveLength(1)
  })

  test('each profile has a sale of its own', () => {
    const { storage } = openStore({ type: 'add', item: bread })
    expect(openSaleStore('app-2', storage).get().sale.lines).toEqual([])
  })

  test('what cannot be read is a new sale, not a broken screen', () => {
    for (const kept of ['{', '{"version":0,"state":{"step":"paying"}}', 'null']) {
      const storage = newStorage()
      storage.setItem('sale app-1', kept)
      expect(openSaleStore('app-1', storage).get()).toMatchObject({
        step: 'ringing',
        asked: null,
        done: null,
      })
    }
  })

  test('listeners hear of a change and not of an act that changed nothing', () => {
    const { store } = openStore({ type: 'add', item: bread })
    let heard = 0
    const end = store.subscribe(() => {
      heard += 1
    })
    store.act({ type: 'select', key: 1 })
    expect(heard).toBe(0)
    store.act({ type: 'setQuantity', key: 1, quantity: 300 })
    end()
    store.act({ type: 'void', key: 1 })
    expect(heard).toBe(1)
  })
})

describe('steps', () => {
  test('goods that come in while paying or looking at a receipt show the sale', () => {
    for (const step of ['paying', 'done'] as const) {
      const { store } = openStore({ type: 'goTo', step }, { type: 'add', item: bread })
      expect(store.get().step).toBe('ringing')
    }
  })

  test('a receipt looked at again leaves the sale alone', () => {
    const { store } = openStore({ type: 'add', item: bread }, { type: 'show', done })
    expect(store.get()).toMatchObject({ step: 'done', done })
    expect(store.get().sale.lines).toHaveLength(1)
  })
})

describe('completing', () => {
  const ask: SellAction = { type: 'ask', tenders: [{ method: 'cash', amount: 10_000 }] }

  test('until the core has answered nothing changes what it was asked, not even a reload', () => {
    const { store, reload } = openStore({ type: 'add', item: bread }, ask)
    const before = store.get()
    store.act({ type: 'add', item: bread })
    store.act({ type: 'voidAll' })
    store.act({ type: 'goTo', step: 'ringing' })
    store.act({ type: 'show', done })
    expect(store.get()).toBe(before)
    expect(reload().get()).toEqual(before)
  })

  test('a refusal gives the sale back as it was', () => {
    const { store } = openStore({ type: 'add', item: bread }, ask, { type: 'notBooked' })
    expect(store.get()).toMatchObject({ step: 'paying', asked: null })
    expect(store.get().sale.lines).toHaveLength(1)
    store.act({ type: 'goTo', step: 'ringing' })
    expect(store.get().step).toBe('ringing')
  })

  test('a sale under whose name another window has completed one gets a name of its own', () => {
    const { store } = openStore({ type: 'add', item: bread }, ask, { type: 'notBooked', requestId: 'own' })
    expect(store.get()).toMatchObject({ step: 'paying', asked: null, sale: { requestId: 'own' } })
    expect(store.get().sale.lines).toHaveLength(1)
  })

  test('a completed sale is shown, and the next one has another name', () => {
    const { store } = openStore({ type: 'add', item: bread }, ask)
    const { requestId } = store.get().sale
    store.act({ type: 'completed', done, requestId: 'next' })
    expect(store.get()).toEqual({
      step: 'done',
      sale: newSale('next'),
      asked: null,
      done,
      isFresh: true,
      entered: nothingEntered,
    })
    expect(requestId).not.toBe('next')
  })
})

describe('what is being taken at Payment', () => {
  const entered = { ...nothingEntered, method: 'mobileMoney' as const, reference: 'TKN4B7X2QF' }
  const paying: SellAction[] = [
    { type: 'add', item: bread },
    { type: 'goTo', step: 'paying' },
    { type: 'enter', entered },
  ]

  test('outlives a reload and a change of its amounts, so that a manager who unlocks finds it', () => {
    const { store, reload } = openStore(...paying, { type: 'setBuyer', buyer: { name: 'Mama Njeri' } })
    expect(store.get().entered).toEqual(entered)
    expect(reload().get().entered).toEqual(entered)
  })

  test.each<SellAction>([
    { type: 'goTo', step: 'ringing' },
    { type: 'add', item: bread },
    { type: 'tender', tender: { method: 'mobileMoney', amount: 1_00 } },
    { type: 'completed', done, requestId: 'next' },
  ])('is gone after $type', (action) => {
    expect(openStore(...paying, action).store.get().entered).toEqual(nothingEntered)
  })
})

describe('a sale that a window left behind', () => {
  const cart = { lines: [{ itemId: 1, quantity: 300, discount: { kind: 'amount' as const, cents: 100 } }] }
  const tenders = [{ method: 'mobileMoney' as const, amount: 5_00, reference: 'TKN4B7X2QF' }]
  const asked = [...tenders, { method: 'cash' as const, amount: 200_00 }]
  const takeUp = (paying: boolean, asked: SaleTender[] | null) =>
    openStore(
      { type: 'resume', cart, items: [bread], requestId: 'of-before', tenders },
      { type: 'takeUp', paying, asked },
    ).store

  test('comes back as it was kept, with its name', () => {
    const store = takeUp(true, null)
    expect(store.get()).toMatchObject({ step: 'paying', sale: { requestId: 'of-before', tenders } })
    expect(draftOf(store.get())).toEqual({
      cart,
      requestId: 'of-before',
      paying: true,
      tenders,
      asked: null,
    })
  })

  test('that the core was asked for is asked for again, as it was, before anything else', () => {
    const store = takeUp(true, asked)
    store.act({ type: 'voidAll' })
    expect(draftOf(store.get())).toMatchObject({ cart, asked, requestId: 'of-before' })
  })

  test('is none without lines', () => {
    expect(draftOf(openStore().store.get())).toBeNull()
  })
})
