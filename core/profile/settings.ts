/** Settings of one profile: stored values over defaults, validated as a whole. */
import type { z } from 'zod'
import type { Db } from '../../db/engine/sqlite.ts'
import { audit } from '../../db/profile/audit.ts'
import { readSettings, writeSetting } from '../../db/profile/settings.ts'
import type { ActTable } from '../contract/acts.ts'
import { withoutUnprintable } from '../contract/bounds.ts'
import { type Settings, settings } from '../contract/workspace.ts'
import { shippedTenders } from '../fiscal/shopTenders.ts'

const cashierMay = { cashier: 'allowed', manager: 'allowed', owner: 'allowed' } as const
const managerMay = { cashier: 'approval', manager: 'allowed', owner: 'allowed' } as const

const defaultActs: ActTable = {
  priceChange: managerMay,
  discountAbove: managerMay,
  // The setting `blockBelowStock` rejected such a sale of everybody before this table existed.
  belowStock: { cashier: 'no', manager: 'no', owner: 'no' },
  creditNote: managerMay,
  reprint: cashierMay,
  printOriginalAgain: managerMay,
  usedCode: managerMay,
  voidLine: cashierMay,
  voidSale: cashierMay,
  payOut: cashierMay,
  noSale: cashierMay,
  cashAboveDrawer: managerMay,
  creditAboveLimit: managerMay,
  closeWithDifference: managerMay,
  otherItem: managerMay,
  // Nobody takes money with training papers.
  training: managerMay,
}

/** Returns the settings of a new profile. */
export const defaultSettings = (shopName: string): Settings => ({
  shop: { tradeName: shopName, address: '', city: '', phone: '', headerMessage: '', footerMessage: '' },
  tillName: 'T1',
  paper: '80mm',
  printer: { kind: 'window' },
  printAtOnce: false,
  sounds: true,
  scanner: { minimumLength: 6, averageGapMs: 30 },
  scaleRules: [
    { prefix: '20', itemDigits: 5, valueDigits: 5, value: 'weight', decimals: 3, innerCheckDigit: false },
    { prefix: '21', itemDigits: 5, valueDigits: 5, value: 'price', decimals: 0, innerCheckDigit: false },
  ],
  scale: null,
  pole: null,
  deadlineHours: 24,
  blockBelowStock: true,
  cashierDiscount: 10,
  orderLeadDays: 3,
  orderSafetyDays: 7,
  supplierLeadDays: [],
  largeDifference: 5_000_00,
  largeDifferenceShare: 50,
  creditWithoutHub: 20,
  acts: defaultActs,
  // An existing shop sells without shifts until its owner switches them on. The first run asks a new one.
  shiftRequired: false,
  blindCount: false,
  cashierSeesFigures: true,
  differenceLimit: 1_000_00,
  roundCash: false,
  tenders: shippedTenders,
  denominations: [1000_00, 500_00, 200_00, 100_00, 50_00, 40_00, 20_00, 10_00, 5_00, 1_00],
  sellPages: [],
  // Level-5 classes of the authority's list: groceries, and retail services.
  defaultGoodsClass: '5059690800',
  defaultServiceClass: '8014160000',
  backupFolder: '',
  keepBodiesDays: 30,
})

export interface SettingsStore {
  get(): Settings
  /** Names of the settings whose stored value cannot be read. */
  unreadable(): string[]
  /** The stored values were restored in the database. */
  reread(): void
  /** Stores a change and adds audit rows about it. */
  save(change: Partial<Settings>, by: { who: string; at: number }): Settings
}

/**
 * Applies the present rule for texts. Otherwise a shop with an invisible character in its stored address would lose
 * the address.
 */
const readable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? withoutUnprintable(each) : each))

/** Reads the settings once and caches them. An invalid stored value falls back to its default. */
export const createSettingsStore = (db: Db, shopName: string): SettingsStore => {
  let current: Settings | undefined
  const parse = (name: string, stored: unknown) => {
    // A table that was stored before an act existed keeps the owner's choices.
    const whole = name === 'acts' && stored instanceof Object ? { ...defaultActs, ...stored } : stored
    return (settings.shape[name as keyof Settings] as z.ZodType).safeParse(readable(whole))
  }
  const read = (): Settings => {
    const stored = readSettings(db)
    const values: Record<string, unknown> = { ...defaultSettings(shopName) }
    for (const name of Object.keys(settings.shape)) {
      if (stored[name] === undefined) continue
      const parsed = parse(name, stored[name])
      if (parsed.success) values[name] = parsed.data
    }
    return settings.parse(values)
  }
  return {
    get: () => {
      current ??= read()
      return current
    },
    unreadable: () =>
      Object.entries(readSettings(db)).flatMap(([name, stored]) =>
        stored === undefined || (name in settings.shape && !parse(name, stored).success) ? [name] : [],
      ),
    reread: () => {
      current = undefined
    },
    save: (change, { who, at }) => {
      const before: Record<string, unknown> = { ...(current ?? read()) }
      db.transaction(() => {
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined) continue
          writeSetting(db, name, value)
          if (JSON.stringify(before[name]) === JSON.stringify(value)) continue
          const content = JSON.stringify({ before: before[name], after: value })
          audit(db, { at, kind: 'settings', subject: name, row_id: null, who, content })
        }
      })
      current = read()
      return current
    },
  }
}
