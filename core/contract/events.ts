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
  /** Suppliers' invoices or entries of customs were fetched or decided. */
  | { type: 'purchase.changed'; appId: string }
  /** Transfers between branches were fetched, sent, received or dismissed. */
  | { type: 'transfer.changed'; appId: string }
  /** Goods were ordered, or an order ended. */
  | { type: 'order.changed'; appId: string }
  | { type: 'status.changed'; appId: string }
  | { type: 'settings.changed'; appId: string }
  | { type: 'shift.changed'; appId: string }
  /** A training paper or a proforma was made or printed. */
  | { type: 'unofficial.changed'; appId: string }
  /** A new version was looked for, arrives, or is ready. */
  | { type: 'update.changed' }
  /** The link to the branch hub changed its state. */
  | { type: 'hub.changed'; appId: string }
  /** A print job was made, moved or ended. */
  | { type: 'printJob.changed'; appId: string }
  /** A direct printer was saved or removed, or its state changed. */
  | { type: 'printer.changed' }
  | { type: 'workspace.changed' }
  /** A window was unlocked or locked. The windows of one browser share that. */
  | { type: 'session.changed' }

/** An event of this profile, before the profile's id is added. */
export type OwnEvent = ProfileEvent extends infer E
  ? E extends { appId: string }
    ? Omit<E, 'appId'>
    : never
  : never
