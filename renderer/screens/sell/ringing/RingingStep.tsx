import { useCallback, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '../../../../core/contract/item.ts'
import type { TaxRates } from '../../../../core/fiscal/tax.ts'
import { onCredit } from '../../../../core/fiscal/tender.ts'
import { inBackground } from '../../../bridge/background.ts'
import { money } from '../../../components/Amount.tsx'
import { notify } from '../../../components/notices.ts'
import { useWords } from '../../../i18n/index.ts'
import { isEditable, useKeys } from '../../../input/keys.ts'
import { playSound } from '../../../input/sounds.ts'
import { useCaller } from '../../../queries/calls.ts'
import { tellFailure } from '../../../window/faults.ts'
import { late } from '../../../window/late.ts'
import { useHere } from '../../../window/session.ts'
import { useRight } from '../../../window/useRight.ts'
import { OpenShift } from '../../shift/OpenShift.tsx'
import { DonePanel } from '../done/DonePanel.tsx'
import { LetterPad } from '../parts/LetterPad.tsx'
import { isMeasured, type Line, type Sale } from '../sale/cart.ts'
import type { PricedSale } from '../sale/pricing.ts'
import type { Completed, SaleStore } from '../sale/saleStore.ts'
import { words } from '../sale/words.ts'
import { type CartAct, CartPanel } from './CartPanel.tsx'
import { ItemGrid } from './ItemGrid.tsx'
import { type Checked, type FoundItem, PriceCheck } from './PriceCheck.tsx'
import { type ParkedSale, park, takeBack } from './parking.ts'
import { makeProforma } from './proformas.ts'
import { Results } from './Results.tsx'
import { type DialogName, SaleDialog } from './SaleDialog.tsx'
import { SearchBox } from './SearchBox.tsx'
import { readSearch } from './searchText.ts'
import { useTakeOff } from './takeOff.ts'
import { useItemSearch } from './useItemSearch.ts'
import { useLastSale } from './useLastSale.ts'
import { addItem } from './useScans.ts'

interface RingingStepProps {
  store: SaleStore
  sale: Sale
  priced: PricedSale
  rates: TaxRates
  blockBelowStock: boolean
  /** The sale that was completed last; its receipt is in the place of the sale until the next one begins. */
  done: Completed | null
  /** Nothing can be sold now; a note over the screen says why. */
  halted: boolean
  /** A sale needs an open shift, and none is. */
  needsShift: boolean
  problem: string | null
  text: string
  /** Stable, so that typing does not draw the goods anew. */
  onText: (text: string) => void
  checked: Checked
  onCheck: (checked: Checked) => void
  onScan: (code: string) => void
}

/** Dragging is a quarter of what the first screen would load, and few arrange anything. */
const ArrangeDialog = late(async () => (await import('../arrange/ArrangeDialog.tsx')).ArrangeDialog)

const OtherItemDialog = late(async () => (await import('./OtherItemDialog.tsx')).OtherItemDialog)

const typable = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*.']

/** Goods on the left; on the right the sale, or the receipt of the one before until there is a line. */
export function RingingStep(props: RingingStepProps) {
  const { store, sale, priced, rates, blockBelowStock, done, halted, needsShift, problem, text } = props
  const { onText, onScan } = props
  const { checked, onCheck } = props
  const checking = checked !== undefined
  const t = useWords(words)
  const { may, training } = useHere()
  const right = useRight()
  const call = useCaller()
  const takeOff = useTakeOff(store)
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [writing, setWriting] = useState(false)
  const [arranging, setArranging] = useState(false)
  /** Takes away the word about the sale that was parked last. */
  const forgetParked = useRef(() => {})
  const search = useItemSearch(text, onText)
  const empty = sale.lines.length === 0
  const total = priced.ok ? priced.cart.total : 0

  const isDone = done !== null
  useLayoutEffect(() => {
    if (!isDone) box.current?.focus()
  }, [isDone])
  const nextSale = () => store.act({ type: 'goTo', step: 'ringing' })

  const endCheck = () => onCheck(undefined)

  /** Weighed goods ask for their quantity at once, unless it was typed before. */
  const pick = useCallback(
    (item: Item, times: number | null = null) => {
      box.current?.focus()
      if (checking) return onCheck({ kind: 'item', item })
      addItem(store, item, times === null ? {} : { quantity: times })
      if (times === null && isMeasured(item)) setDialog('quantity')
    },
    [store, checking, onCheck],
  )

  const typed = useRef(text)
  typed.current = text
  /** Takes the quantity that was typed before the touch. */
  const pickTile = useCallback(
    (item: Item) => {
      const { quantity } = readSearch(typed.current)
      if (quantity !== null) onText('')
      pick(item, quantity)
    },
    [pick, onText],
  )
  const arrange = useCallback(() => setArranging(true), [])
  const [isMakingOther, setMakingOther] = useState(false)
  const mayMakeOther = !training && right('otherItem') !== 'no'
  const other = useCallback(() => setMakingOther(true), [])
  const [opening, setOpening] = useState(false)

  function pickFound(item: Item) {
    onText('')
    pick(item, readSearch(text).quantity)
  }

  async function enter() {
    if (readSearch(text).words === '') return isDone ? nextSale() : undefined
    const item = await search.choose().catch(tellFailure)
    if (item) pickFound(item)
    else playSound('no')
  }

  async function parkSale(label: string) {
    try {
      await park(call, store, label)
      setDialog(null)
      forgetParked.current = notify({ tone: 'ok', text: t('parked.done', { total: money(total) }) })
    } catch (error) {
      tellFailure(error)
    }
  }

  const proformaRequest = useRef(crypto.randomUUID())
  const [isMaking, setMaking] = useState(false)
  async function proforma() {
    if (empty || isMaking) return
    setMaking(true)
    try {
      await makeProforma(call, store, proformaRequest.current)
      setDialog(null)
      proformaRequest.current = crypto.randomUUID()
    } catch (error) {
      tellFailure(error)
    } finally {
      setMaking(false)
    }
  }

  async function take(sale: ParkedSale, sure: boolean) {
    try {
      const gone = await takeBack(call, store, sale, sure)
      forgetParked.current()
      setDialog(null)
      if (gone > 0) notify({ tone: 'bad', text: t('parked.gone', { count: gone }) })
    } catch (error) {
      tellFailure(error)
    }
  }

  function pay() {
    if (problem === null && !halted) store.act({ type: 'goTo', step: 'paying' })
    else playSound('no')
  }

  const last = useLastSale()
  /** The open sale waits behind the receipt. */
  function showLast() {
    if (!last) return
    const { id, number, total, change, rounding, tenders } = last
    const tendered = total + rounding + change - onCredit(tenders)
    store.act({ type: 'show', done: { invoiceId: id, number, total, tendered, change, rounding } })
  }

  function act(name: CartAct) {
    endCheck()
    if (name === 'lastReceipt') return showLast()
    if (isDone) nextSale()
    if (name === 'undoVoid') store.act({ type: 'undoVoid' })
    else if (name === 'keepReturned') store.act({ type: 'setReturned', returned: null })
    else if (name === 'buyer' || name === 'parked') setDialog(name)
    else if (name === 'pay' && needsShift) setOpening(true)
    else if (empty) return
    else if (name === 'pay') pay()
    else if (name === 'park') setDialog('park')
    else if (name === 'voidAll') takeOff({ type: 'voidAll' })
    else if (sale.selected === null) return
    else if (name === 'void') takeOff({ type: 'void', key: sale.selected })
    else if (name === 'price' && right('priceChange') === 'no') {
      notify({ tone: 'wait', text: `${t('price.manager')}. ${t('price.managerText')}` })
    } else setDialog(name)
  }

  // Stable, so that typing does not draw the sale anew.
  const latestAct = useRef(act)
  useEffect(() => {
    latestAct.current = act
  })
  const onAct = useCallback((name: CartAct) => latestAct.current(name), [])
  const onSelect = useCallback((key: number) => store.act({ type: 'select', key }), [store])
  const onQuantity = useCallback(
    (key: number) => {
      store.act({ type: 'select', key })
      setDialog('quantity')
    },
    [store],
  )

  const onStep = useCallback(
    ({ key, quantity }: Line, by: 1 | -1) => {
      const next = quantity + by * 100
      takeOff(next > 0 ? { type: 'setQuantity', key, quantity: next } : { type: 'void', key })
    },
    [takeOff],
  )

  const mayReceive = may('manager')
  const onReceive = useCallback(
    (key: number) => {
      store.act({ type: 'select', key })
      if (mayReceive) setDialog('receive')
      else notify({ tone: 'wait', text: t('receive.manager') })
    },
    [store, mayReceive, t],
  )

  function addChecked({ item, quantity }: FoundItem) {
    endCheck()
    addItem(store, item, quantity === undefined ? {} : { quantity })
    if (quantity === undefined && isMeasured(item)) setDialog('quantity')
  }
  const toggleCheck = () => {
    onCheck(checking ? undefined : null)
    box.current?.focus()
  }
  /** One step back: from what is typed, from the price check, from the receipt. */
  const back = () => {
    if (text !== '') search.setText('')
    else if (checking) endCheck()
    else if (isDone) nextSale()
  }
  const typeOn = (character: string) => {
    onText(text + character)
    box.current?.focus()
  }
  // After a payment the change is painted first; to draw all goods takes longer than all else there.
  const isGridDue = useDeferredValue(true, !isDone)
  useKeys([
    { key: 'F2', label: t('search.label'), run: () => box.current?.focus() },
    { key: 'Shift+F2', label: t('other.title'), run: other, enabled: mayMakeOther },
    { key: 'F3', label: t('cart.buyer'), run: () => act('buyer') },
    { key: 'F4', label: t('cart.park'), run: () => act(empty ? 'parked' : 'park') },
    { key: 'Shift+F4', label: t('cart.parked'), run: () => act('parked') },
    { key: 'F6', label: t('cart.quantity'), run: () => act('quantity') },
    { key: 'F7', label: t('cart.price'), run: () => act('price') },
    { key: 'F8', label: t('cart.discount'), run: () => act('discount') },
    { key: 'F9', label: t('cart.pay'), run: () => act('pay') },
    { key: 'Shift+F9', label: t('proforma.make'), run: () => inBackground(proforma()), enabled: !empty },
    { key: 'F10', label: t('check.title'), run: toggleCheck },
    {
      key: 'Ctrl+P',
      label: t('last.receipt'),
      run: () => act('lastReceipt'),
      enabled: last !== undefined && !isDone,
    },
    { key: 'Del', label: t('cart.void'), run: () => act('void') },
    { key: 'Shift+Del', label: t('cart.voidAll'), run: () => act('voidAll') },
    { key: 'Ctrl+Z', label: t('voided.undo'), run: () => act('undoVoid'), enabled: sale.voided !== null },
    { key: '↑', run: () => store.act({ type: 'move', by: -1 }) },
    { key: '↓', run: () => store.act({ type: 'move', by: 1 }) },
    { key: 'Esc', run: back },
    { key: '0-9', run: typeOn },
    ...typable.map((key) => ({ key, run: typeOn, ...(key === '*' && { label: t('search.times') }) })),
  ])

  return (
    // Touching goods and lines leaves the cursor in the search, so that typing and Enter still reach it.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens here but that
    <div
      className="sell-step"
      onMouseDown={(event) => {
        if (!isEditable(event.target)) event.preventDefault()
      }}
    >
      <h1 className="visually-hidden">{t('title')}</h1>
      <section className="sell-goods" aria-label={t('goods')}>
        <SearchBox
          search={search}
          box={box}
          listId={listId}
          onEnter={() => inBackground(enter())}
          onMove={(by) => store.act({ type: 'move', by })}
          onVoid={(whole) => act(whole ? 'voidAll' : 'void')}
          onLetters={() => setWriting(!writing)}
          checking={checking}
          onCheck={toggleCheck}
        />
        {writing && <LetterPad text={text} onText={search.setText} />}
        {search.words !== '' ? (
          <Results search={search} listId={listId} onPick={pickFound} />
        ) : (
          isGridDue && (
            <ItemGrid onPick={pickTile} onOther={mayMakeOther ? other : null} onArrange={arrange} />
          )
        )}
      </section>
      {checked !== undefined ? (
        <PriceCheck checked={checked} onAdd={addChecked} onClose={endCheck} />
      ) : done ? (
        <DonePanel done={done} behind={!empty} onNext={nextSale} />
      ) : (
        <CartPanel
          sale={sale}
          priced={priced}
          rates={rates}
          blockBelowStock={blockBelowStock}
          halted={halted}
          needsShift={needsShift}
          problem={problem}
          onSelect={onSelect}
          onQuantity={onQuantity}
          onStep={onStep}
          onReceive={onReceive}
          onAct={onAct}
        />
      )}
      {arranging && <ArrangeDialog onClose={() => setArranging(false)} />}
      {isMakingOther && (
        <OtherItemDialog
          searched={search.words}
          onMade={(item, quantity) => {
            setMakingOther(false)
            onText('')
            pick(item, quantity)
          }}
          onClose={() => setMakingOther(false)}
        />
      )}
      {opening && <OpenShift onClose={() => setOpening(false)} />}
      {dialog && (
        <SaleDialog
          name={dialog}
          store={store}
          sale={sale}
          priced={priced}
          onClose={() => setDialog(null)}
          onScan={onScan}
          onTake={take}
          onPark={parkSale}
          onTakeOff={takeOff}
          onProforma={() => inBackground(proforma())}
        />
      )}
    </div>
  )
}
