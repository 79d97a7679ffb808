import type { Item } from '../../../core/contract/item.ts'
import { taxTypes } from '../../../core/fiscal/tax.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { useHere } from '../../window/session.ts'
import { lastTaxType } from './keptForms.ts'
import { words } from './words.ts'

export interface TaxProposal {
  taxType: Item['taxType']
  /** For the person who checks it. */
  why: string
}

/** The tax letter that the authority lists for the class, or else that of the item before. */
export function useTaxProposal(itemClass: string | null | undefined): TaxProposal | null {
  const t = useWords(words)
  const { profile } = useHere()
  const { data, isPending } = useCall(
    'reference.itemClasses',
    { text: itemClass ?? '', limit: 1 },
    { enabled: itemClass != null },
  )
  if (itemClass != null && isPending) return null
  const listed = itemClass == null ? undefined : data?.classes.find(({ code }) => code === itemClass)
  const ofClass = taxTypes.find((letter) => letter === listed?.taxType)
  if (listed && ofClass) return { taxType: ofClass, why: t('form.taxOfClass', { name: listed.name }) }
  const ofLast = lastTaxType(profile.id)
  return ofLast ? { taxType: ofLast, why: t('form.taxOfLast') } : null
}
