/** Events for windows. An event says what changed, never the data: screens query again. */
export type ProfileEvent =
  | { type: 'invoice.changed'; appId: string; invoiceId: number }
  | { type: 'invoice.signed'; appId: string; invoiceId: number }
  | { type: 'queue.changed'; appId: string }
  /** `itemIds`: the changed items; absent: any. */
  | { type: 'item.changed'; appId: string; itemIds?: number[] }
  /** `grew`: the authority now has more of an item. */
  | { type: 'stock.changed'; appId: string; itemIds?: number[]; grew?: boolean }
  | { type: 'customer.changed'; appId: string }
  /** A count of the stock began, went on or ended. */
  | { type: 'count.changed'; appId: string }
  /** Suppliers' invoices were fetched, delivered or refused. */
  | { type: 'purchase.changed'; appId: string }
  | { type: 'status.changed'; appId: string }
  | { type: 'settings.changed'; appId: string }
  | { type: 'shift.changed'; appId: string }
  /** A training paper or a proforma was made or printed. */
  | { type: 'unofficial.changed'; appId: string }
  | { type: 'workspace.changed' }
  /** A window was unlocked or locked. The windows of one browser share that. */
  | { type: 'session.changed' }

/** An event of this profile, before the profile's id is added. */
export type OwnEvent = ProfileEvent extends infer E
  ? E extends { appId: string }
    ? Omit<E, 'appId'>
    : never
  : never
