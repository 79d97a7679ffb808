/** Finds settings that cannot be saved. Pure. */
import type { ScaleRule, Settings } from '../../../core/contract/workspace.ts'
import type { ShopTender } from '../../../core/fiscal/shopTenders.ts'

export type SettingsProblem = 'tradeName' | 'tillName' | 'scaleRules' | 'tenders'

/** Returns what is wrong with a tender's name; null: nothing. A shipped one needs none. */
export const tenderNameProblem = (
  { id, name }: ShopTender,
  tenders: readonly ShopTender[],
): 'missing' | 'taken' | null => {
  if (name === null) return null
  const plain = (text: string) => text.trim().toLowerCase()
  if (plain(name) === '') return 'missing'
  const isTaken = tenders.some((each) => each.id !== id && plain(each.name ?? '') === plain(name))
  return isTaken ? 'taken' : null
}

/** Digits of a label under a rule; a label has 13. */
export const labelLength = ({ prefix, itemDigits, valueDigits, innerCheckDigit }: ScaleRule): number =>
  prefix.length + itemDigits + (innerCheckDigit ? 1 : 0) + valueDigits + 1

export const isPrefix = (text: string): boolean => /^2\d?$/.test(text)

/** Settings that cannot be saved. */
export function settingsProblems({
  shop,
  tillName,
  scaleRules,
  tenders,
}: Pick<Settings, 'shop' | 'tillName' | 'scaleRules' | 'tenders'>): SettingsProblem[] {
  const problems: SettingsProblem[] = []
  if (shop.tradeName.trim() === '') problems.push('tradeName')
  if (tillName.trim() === '') problems.push('tillName')
  if (scaleRules.some((rule) => !isPrefix(rule.prefix) || labelLength(rule) !== 13))
    problems.push('scaleRules')
  if (tenders.some((row) => tenderNameProblem(row, tenders) !== null)) problems.push('tenders')
  return problems
}
