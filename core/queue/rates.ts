/**
 * Tax rates that the authority enforces against its own table (`authority §2.3`: one sandbox lists E at 8 and
 * requires 0).
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import { centsFromWire } from '../fiscal/money.ts'
import { splitTax, type TaxRates, type TaxType, taxTypes } from '../fiscal/tax.ts'
import type { StockPayload } from './records.ts'

const setting = 'enforcedRates'

/** Returns percent per tax letter, for the letters that a rejection named. */
export const enforcedRates = (db: Db): Partial<TaxRates> =>
  (readSetting(db, setting) ?? {}) as Partial<TaxRates>

export const noteEnforcedRate = (db: Db, rate: { taxType: TaxType; percent: number }): void =>
  writeSetting(db, setting, { ...enforcedRates(db), [rate.taxType]: rate.percent })

/**
 * Returns the rates of an outgoing sale or purchase: as computed for the letters on its lines, as enforced for all
 * others.
 */
export const ratesToSend = (
  db: Db,
  { rates, lines }: { rates: TaxRates; lines: readonly { taxType: TaxType }[] },
): TaxRates => {
  const enforced = enforcedRates(db)
  const sent = { ...rates }
  for (const letter of taxTypes) {
    if (!lines.some((line) => line.taxType === letter)) sent[letter] = enforced[letter] ?? rates[letter]
  }
  return sent
}

const taxableMismatch = /invalid taxblAmt on item:?\s*(\d+)\.\s*expected:\s*(\d+(?:\.\d+)?)/i
/** Percent. No tax letter ever had more. */
const highestRate = 30

/**
 * Derives the enforced rate of E from a rejected stock record. The record contains no rates; the rejection names the
 * taxable amount it wanted for one line. Returns the only whole rate that gives this amount. Only for E, the one
 * letter where authorities are known to differ: a guess must never change a rate of 16 %.
 */
export const rateNamedBy = (
  text: string,
  { lines }: Pick<StockPayload, 'lines'>,
): { taxType: TaxType; percent: number } | undefined => {
  const [, position, expected] = taxableMismatch.exec(text) ?? []
  const line = lines[Number(position) - 1]
  if (line?.taxType !== 'E') return undefined
  const taxable = centsFromWire(Number(expected))
  const [percent, ...others] = Array.from({ length: highestRate + 1 }, (_, rate) => rate).filter(
    (rate) => splitTax(line.total, rate).taxable === taxable,
  )
  return percent === undefined || others.length > 0 ? undefined : { taxType: line.taxType, percent }
}
