import type { CustomsEntryShown } from '../../../../core/contract/customs.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { formatMoment, formatWireDay, locale } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { words } from './words.ts'

/** The country in the language of the screen; an unknown code as it is. */
function countryOf(code: string): string {
  try {
    return new Intl.DisplayNames([locale()], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** What customs reported, and what was decided. */
export function EntryFacts({ known }: { known: CustomsEntryShown }) {
  const t = useWords(words)
  const { entry, amount, rate, decision, item } = known
  const country = known.origin ?? known.exportedFrom
  const abroad = amount ? `${money(amount)} ${known.currency}` : null
  return (
    <Facts
      facts={[
        [t('entry.supplier'), entry.supplierName],
        [t('entry.origin'), country === null ? null : countryOf(country)],
        [
          t('entry.declaration'),
          t('entry.line', { declaration: entry.declaration, line: known.itemSequence }),
        ],
        [t('entry.day'), entry.declaredOn === null ? null : formatWireDay(entry.declaredOn)],
        [t('entry.hsCode'), entry.hsCode],
        [t('entry.quantity'), `${quantity(entry.quantity)} ${unitSign(entry.quantityUnit)}`],
        [
          t('entry.packages'),
          known.packages === 0 ? null : `${quantity(known.packages)} ${known.packageUnit}`,
        ],
        [t('entry.weight'), known.netWeight === 0 ? null : `${quantity(known.netWeight)} kg`],
        [t('entry.agent'), known.agentName],
        [
          t('entry.invoice'),
          abroad !== null && rate ? t('entry.rate', { amount: abroad, rate: rate / 1_000_000 }) : abroad,
        ],
        [
          t('entry.cost'),
          entry.cost !== null ? money(entry.cost) : amount === null ? null : t('entry.noCost'),
        ],
        ...(decision
          ? ([
              [t('entry.item'), item ? itemName(item) : null],
              [t('entry.decided'), `${formatMoment(decision.at)} · ${decision.by}`],
              [t('entry.said'), decision.remark],
            ] as const)
          : []),
      ]}
    />
  )
}
