import type { ReactNode } from 'react'
import type { PricedCart } from '../../../../core/fiscal/cart.ts'
import { useWords } from '../../../i18n/index.ts'
import type { Sale } from '../sale/cart.ts'
import { words } from '../sale/words.ts'
import { Totals } from './Totals.tsx'
import './column.css'

interface SaleColumnProps {
  sale: Sale
  /** null: it cannot be calculated. */
  cart: PricedCart | null
  head: ReactNode
  /** Below the total. It has the same height at every step, so that the total stays where it is. */
  foot: ReactNode
  /** The lines, and what is said of them. */
  children: ReactNode
}

/** The sale, always whole: its lines scroll, its total and what is below it never do. */
export function SaleColumn({ sale, cart, head, foot, children }: SaleColumnProps) {
  const t = useWords(words)
  return (
    <aside className="sell-cart" aria-label={t('cart.label')}>
      <header className="sell-cart-head">{head}</header>
      {children}
      <Totals sale={sale} cart={cart} />
      <div className="sell-cart-foot">{foot}</div>
    </aside>
  )
}

/** Keeps the current line in view when elements above or below the lines come and go. */
export function keepSelectedInView(list: HTMLUListElement | null): (() => void) | undefined {
  if (!list) return
  const observer = new ResizeObserver(() => {
    list.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(list)
  return () => observer.disconnect()
}
