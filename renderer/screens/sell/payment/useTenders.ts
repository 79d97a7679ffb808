import { type CodeRow, paymentMethod } from '../../../../core/fiscal/codes.ts'
import {
  offeredTenders,
  type ShopTender,
  shippedTenders,
  tenderOf,
} from '../../../../core/fiscal/shopTenders.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import type { Entered } from '../sale/tendering.ts'
import { words } from './words.ts'

/** A payment being made. Without an id it is the shipped tender of its method. */
export type Chosen = Pick<Entered, 'method' | 'tenderId'>

/** Ways to hand money back. A debt, a cheque or another way is given back as it was paid. */
const refundWays: ReadonlySet<string> = new Set(['cash', 'mobileMoney', 'card'])
export const isRefundWay = ({ method }: { method: string }): boolean => refundWays.has(method)

interface Tenders {
  /** The authority's table of class 07. */
  table: CodeRow[]
  /** In the owner's order; also those that are off. */
  list: readonly ShopTender[]
  offered: ShopTender[]
  nameOf: (tender: Chosen | ShopTender) => string
  ruleOf: (tender: Chosen) => ShopTender['reference']
}

/** The shop's ways to pay. */
export function useTenders(): Tenders {
  const t = useWords(words)
  const { data: codes } = useCall('reference.codes', { class: '07' })
  const { data: settings } = useCall('settings.get', {})
  const list = settings?.tenders ?? shippedTenders
  const table = (codes?.codes ?? []).filter(({ active }) => active)
  const found = (tender: Chosen | ShopTender) => ('id' in tender ? tender : tenderOf(list, tender))
  return {
    table,
    list,
    offered: offeredTenders(list, table),
    nameOf: (tender) => found(tender)?.name ?? t(`method.${tender.method}`),
    ruleOf: (tender) => found(tender)?.reference ?? 'off',
  }
}

/** Returns what names a payment of the books: its tender's name then, else the method's in the screen's language. */
export function useTenderName(): (paid: { method: string; tender?: string | undefined }) => string {
  const t = useWords(words)
  const { data: table } = useCall('reference.codes', { class: '07' })
  return ({ method, tender }) => tender ?? t(`method.${paymentMethod(method, table?.codes)}`)
}
