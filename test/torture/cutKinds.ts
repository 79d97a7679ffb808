/** The recordings in which the power is cut: a day's selling, an upgrade, hourly copies, an old copy put in place (with and without a journal that leads on from it). */
export const cutKinds = ['day', 'migration', 'backup', 'restore', 'restoreWithout'] as const
export type CutKind = (typeof cutKinds)[number]

/** Its writes are no writes to a disk, but words of the till: one number a line. */
export const acknowledgements = 'sales-acknowledged'

/** How the cuts are shared: a day is what a till has most. */
export const shares: Record<string, { of: CutKind[]; weight: number }> = {
  day: { of: ['day'], weight: 4 },
  migration: { of: ['migration'], weight: 1 },
  backup: { of: ['backup'], weight: 1 },
  restore: { of: ['restore', 'restoreWithout'], weight: 1 },
}
