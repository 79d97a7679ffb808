/** In the order of the rail; the last stands at its foot. */
export const screenNames = ['sell', 'receipts', 'items', 'stock', 'queue', 'settings'] as const
export type ScreenName = (typeof screenNames)[number]
