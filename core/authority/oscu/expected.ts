import type { TaxTypeCode } from '../../contract/fields.ts'

/** Texts in which the strict checks name the number they expect (`authority §2.3`). */
const patterns = [
  /invc\s?no\b.*use the expected value:\s*(\d+)/is,
  /invc\s?no sequence\W*expected:\s*(\d+)/i,
  /sarNo\W*expected:\s*(\d+)/i,
  /expected sequence ending with:\s*\**(\d+)/i,
]

/** Returns the running number that a rejection asks for; undefined if it has another reason. */
export function expectedNumber(text: string): number | undefined {
  for (const pattern of patterns) {
    const number = Number(pattern.exec(text)?.[1])
    if (Number.isSafeInteger(number)) return number
  }
  return undefined
}

const rateMismatch = /rule taxRt([A-E]) failed\b.*expected:\s*(\d+(?:\.\d+)?)/is

/** Returns the rate in percent and the tax letter that a rejection asks for; undefined if it has another reason. */
export function enforcedRate(text: string): { taxType: TaxTypeCode; percent: number } | undefined {
  const [, letter, percent] = rateMismatch.exec(text) ?? []
  return letter === undefined
    ? undefined
    : { taxType: letter.toUpperCase() as TaxTypeCode, percent: Number(percent) }
}
