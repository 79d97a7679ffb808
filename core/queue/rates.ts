/** Tax rates that the authority enforces against its own table (`authority §2.3`: one sandbox lists E at 8 and wants 0). */
import { readSetting, writeSetting } from '../../db/app/settings.ts'
import type { Db } from '../../db/sqlite.ts'
import { type TaxRates, type TaxType, taxTypes } from '../fiscal/tax.ts'

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
