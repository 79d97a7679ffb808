/** What a window hears of. An event says what changed, never the data: screens ask again. */
export type ProfileEvent =
  | { type: 'invoice.changed'; appId: string; invoiceId: number }
  | { type: 'invoice.signed'; appId: string; invoiceId: number }
  | { type: 'queue.changed'; appId: string }
  /** `itemIds`: of which items; absent: of any. */
  | { type: 'item.changed'; appId: string; itemIds?: number[] }
  | { type: 'stock.changed'; appId: string; itemIds?: number[] }
  | { type: 'customer.changed'; appId: string }
  | { type: 'status.changed'; appId: string }
  | { type: 'settings.changed'; appId: string }
  | { type: 'workspace.changed' }
  /** Somebody has unlocked a window, or locked it: windows of one browser share that. */
  | { type: 'session.changed' }

/** An event of this app, before the app's id is put on it. */
export type OwnEvent = ProfileEvent extends infer E
  ? E extends { appId: string }
    ? Omit<E, 'appId'>
    : never
  : never
