import { codeAlphabet, codeLength, plainCode } from '../../../core/contract/hubLink.ts'

/** A code as the hub shows it: its valid characters in groups of four, with hyphens. */
export const groupedCode = (typed: string): string =>
  [...plainCode(typed)]
    .filter((sign) => codeAlphabet.includes(sign))
    .slice(0, codeLength)
    .join('')
    .replaceAll(/.{4}(?=.)/g, '$&-')

/** The field's next text. It is grouped only while a person types at its end, as the cursor would jump there otherwise. */
export const typedCode = (before: string, typed: string): string =>
  typed.startsWith(before) || before.startsWith(typed) ? groupedCode(typed) : typed.toUpperCase()

export const isWholeCode = (typed: string): boolean => plainCode(groupedCode(typed)).length === codeLength
