/** What a person chooses for an entry of customs. It is kept until the entry is decided. */
import type { CustomsEntryShown } from '../../../../core/contract/customs.ts'
import { scale } from '../../../../core/fiscal/money.ts'
import { createKept } from '../../../window/kept.ts'
import type { OurItem } from '../kept.ts'

interface Kept {
  item: OurItem | null
  /** undefined: as remembered; null: not a number yet. */
  units: number | null | undefined
  /** Cents for one; undefined: by the invoice abroad. */
  unitCost: number | null | undefined
  remark: string
}
export const choices = createKept<Kept>(() => ({
  item: null,
  units: undefined,
  unitCost: undefined,
  remark: '',
}))

export interface Choice {
  item: OurItem | null
  units: number | null
  /** In our units; null: not known yet. */
  quantity: number | null
  /** Cents for one by the invoice abroad; null: not known. */
  byInvoice: number | null
  unitCost: number | null
  /** The person entered another cost. */
  isOwnCost: boolean
}

export const choiceOf = ({ entry, item, units: known }: CustomsEntryShown, kept: Kept): Choice => {
  const units = kept.units === undefined ? known : kept.units
  const quantity = units === null ? null : scale(entry.quantity, units, 100)
  const byInvoice = entry.cost === null || !quantity ? null : scale(entry.cost, 100, quantity)
  const isOwnCost = kept.unitCost !== undefined && kept.unitCost !== byInvoice
  return {
    item: kept.item ?? item,
    units,
    quantity,
    byInvoice,
    unitCost: isOwnCost ? (kept.unitCost ?? null) : byInvoice,
    isOwnCost,
  }
}

export type Fault = 'item' | 'service' | 'units' | 'cost'
/** What an approval lacks; null: nothing. */
export const faultOf = ({ item, units, quantity, unitCost }: Choice): Fault | null => {
  if (!item) return 'item'
  if (item.onHand === null) return 'service'
  if (units === null || units <= 0 || !quantity) return 'units'
  return unitCost === null || unitCost < 0 ? 'cost' : null
}
