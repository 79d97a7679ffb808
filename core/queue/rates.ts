/** Tax rates that the authority enforces against its own table (`authority §2.3`: one sandbox lists E at 8 and wants 0). */

import type { Db } from '../../db/engine/sqlite.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import { centsFromWire } from '../fiscal/money.ts'
import { splitTax, type TaxRates, type TaxType, taxTypes } from '../fiscal/tax.ts'
import type { StockPayload } from './records.ts'

const setting = 'enforcedRates'

/** Percent per tax letter, for the letters that a refusal has told. */
export const enforcedRates = (db: Db): Partial<TaxRates> =>
  (readSetting(db, setting) ?? {}) as Partial<TaxRates>

export const noteEnforcedRate = (db: Db, rate: { taxType: TaxType; percent: number }): void =>
  writeSetting(db, setting, { ...enforcedRates(db), [rate.taxType]: rate.percent })

/** The rates a sale or purchase goes out with: as it was computed for the letters on its lines, as enforced for all others. */
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
/** Percent; no tax letter had more. */
const highestRate = 30

/**
 * A stock record names no rates: its refusal tells what it wanted as taxable of one line. The whole rate that makes this,
 * where it is the only one. Of E alone, the one letter whose rate authorities are known to differ in: what a refusal only
 * lets guess never changes what VAT of 16 % is sold at.
 */
export const rateToldBy = (
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
