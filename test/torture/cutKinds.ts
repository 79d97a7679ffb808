/** The recordings in which the power is cut: a day's selling, an upgrade, hourly copies, an old copy put in place (with and without a journal that leads on from it). */
export const cutKinds = ['day', 'migration', 'backup', 'restore', 'restoreWithout'] as const
export type CutKind = (typeof cutKinds)[number]

/** Its writes are no writes to a disk, but words of the till: one number a line. */
export const acknowledgements = 'sales-acknowledged'
