/** The figures of a day. */
import { nextNumber } from '../../../db/profile/lanes.ts'
import type { DayReport } from '../../contract/report.ts'
import { dayMs, parseWireDate } from '../../fiscal/dates.ts'
import type { Profile } from '../../profile/profile.ts'
import { figuresOf, reportHeadOf } from './figures.ts'

/** The series that numbers the prints of a day's report. */
export const printSeries = (day: string): string => `report.${day}`

/** Call it inside a transaction, so that all figures are of one moment. */
export const dayFigures = (profile: Profile, day: string, by: { name: string; at: number }): DayReport => {
  const from = parseWireDate(day) ?? 0
  const { figures, cash } = figuresOf(profile, { day }, { from, to: from + dayMs })
  const { received, change, refunds, onAccount } = cash
  return {
    day,
    ...reportHeadOf(profile, by),
    ...figures,
    drawer: {
      cashIn: received,
      change: 0 - change,
      refunds: 0 - refunds,
      onAccount,
      expected: received - change - refunds + onAccount,
    },
    printed: nextNumber(profile.db, printSeries(day)) - 1,
  }
}
