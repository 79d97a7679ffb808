/** Finds settings that cannot be saved. Pure. */
import type { ScaleRule, Settings } from '../../../core/contract/workspace.ts'

export type SettingsProblem = 'tradeName' | 'tillName' | 'scaleRules'

/** Digits of a label under a rule; a label has 13. */
export const labelLength = ({ prefix, itemDigits, valueDigits, innerCheckDigit }: ScaleRule): number =>
  prefix.length + itemDigits + (innerCheckDigit ? 1 : 0) + valueDigits + 1

export const isPrefix = (text: string): boolean => /^2\d?$/.test(text)

/** Settings that cannot be saved. */
export function settingsProblems({
  shop,
  tillName,
  scaleRules,
}: Pick<Settings, 'shop' | 'tillName' | 'scaleRules'>): SettingsProblem[] {
  const problems: SettingsProblem[] = []
  if (shop.tradeName.trim() === '') problems.push('tradeName')
  if (tillName.trim() === '') problems.push('tillName')
  if (scaleRules.some((rule) => !isPrefix(rule.prefix) || labelLength(rule) !== 13))
    problems.push('scaleRules')
  return problems
}
