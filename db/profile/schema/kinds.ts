/** The words that columns of a profile's tables hold. */

/** Zero or one: SQLite has no booleans. */
export type Flag = 0 | 1
export type TaxType = 'A' | 'B' | 'C' | 'D' | 'E'
/** What a branch hub owns. */
export type SharedKind = 'item' | 'customer' | 'person' | 'setting'
export type Lane = 'items' | 'sales' | 'purchases' | 'stock' | 'other'
export type SubmissionKind =
  | 'item'
  | 'customer'
  | 'sale'
  | 'creditNote'
  | 'purchase'
  | 'stockRecord'
  | 'stockMaster'
  | 'insurance'
  | 'customsEntry'
export type SubmissionState = 'queued' | 'sending' | 'unknown' | 'accepted' | 'refused' | 'withdrawn'
/** The kinds of rows in the workspace's own audit trail (`audit.ts`). */
export type InstallationKind =
  | 'personMade'
  | 'personChanged'
  | 'personDismissed'
  | 'personBack'
  | 'pinSet'
  | 'wrongPins'
  | 'signedIn'
  | 'signedOut'
  | 'locked'
  | 'trainingStarted'
  | 'trainingEnded'
  | 'lockAfter'
  | 'keyMade'
  | 'keyAdopted'
  | 'keyRevoked'
  | 'profileMade'
  | 'profileSwitched'
  | 'restSwitched'
  | 'hubSwitched'
  | 'hubSheet'
  | 'updateAddress'
  | 'updateBegun'
  | 'updateEnded'
  | 'printerSaved'
  | 'printerRemoved'

/** The kinds of rows in an audit trail: a profile's or the workspace's. */
export type AuditKind =
  | 'begun'
  | InstallationKind
  | 'sale'
  | 'creditNote'
  | 'stockRecord'
  | 'signed'
  /** The authority has the document but did not return its signature. */
  | 'unsigned'
  | 'signatureEntered'
  | 'refused'
  | 'setAside'
  /** A rejected document was queued again for its cause: by a manager for all under it, or by the till. */
  | 'resent'
  | 'withdrawn'
  | 'settings'
  | 'device'
  | 'lanePaused'
  | 'laneResumed'
  | 'realigned'
  | 'report'
  /** A manager allowed an M-PESA code of another receipt. */
  | 'codeReused'
  /** A manager corrected how a sale was paid. */
  | 'paymentChanged'
  /** A manager printed the original again. */
  | 'printedAgain'
  | 'restored'
  /** Lines taken off a sale, or a dropped sale. */
  | 'cartDropped'
  /** A sale was parked at a linked till, and taken up again. */
  | 'parked'
  | 'resumed'
  /** The goods of a booked count, for the branch. */
  | 'counted'
  /** A linked till does not make a credit note that it had claimed. */
  | 'creditDropped'
  /** A person took something off a sale. */
  | 'discounted'
  /** A person sold at another price than the item's. */
  | 'priceChanged'
  /** A person changed the price of an item. */
  | 'itemPriced'
  /** A bulk change changed an item otherwise than in price. */
  | 'itemChanged'
  /** A person imported a list of items, changed many at once, or undid one of these. */
  | 'itemsImported'
  | 'itemsChanged'
  | 'importUndone'
  /** A batch of one of these. */
  | 'importPart'
  /** A change of what the hub owns, as the hub gets it. */
  | 'wish'
  /** A manager gave an item a barcode of the shop's own. */
  | 'itemBarcoded'
  /** A person took a list out of the till as a file. */
  | 'exported'
  /** A person recorded goods that came, went or were counted. */
  | 'stockAdjusted'
  /** Rows that were changed on disk were restored from copy and journal. */
  | 'repaired'
  /** A person entered the date. */
  | 'day'
  | 'shiftOpened'
  | 'shiftClosed'
  | 'cashIn'
  | 'cashOut'
  /** The drawer was opened without a sale. */
  | 'drawerOpened'
  /** Cash was counted and differed, and the shift stayed open. */
  | 'cashCounted'
  /** A manager looked at a closing with a large difference. */
  | 'shiftReviewed'
  /** A person approved an act of another. */
  | 'approved'
  /** A person entered a customer or changed one. */
  | 'customerSaved'
  | 'customersMerged'
  | 'soldOnCredit'
  /** A manager sold on credit above the customer's limit. */
  | 'creditAboveLimit'
  /** A customer paid on account. */
  | 'accountPaid'
  /** A manager marked open sales from before there were accounts as paid. */
  | 'paidBefore'
  /** Papers that are no fiscal document: a sale and a credit note in training, and a proforma. */
  | 'trainingSale'
  | 'trainingCreditNote'
  | 'proforma'
  /** A copy of such a paper was printed. */
  | 'unofficialCopied'
  /** A sale was made from a proforma. */
  | 'proformaSold'
  /** A count of the stock began, and ended with or without adjustments. */
  | 'countStarted'
  | 'countBooked'
  | 'countDropped'
  /** Goods arrived. */
  | 'delivered'
  /** A manager refused a supplier's invoice, and took it up again. */
  | 'purchaseRefused'
  | 'purchaseTakenUp'
  /** Goods went to another branch, or came from one. */
  | 'transferSent'
  | 'transferReceived'
  /** A manager decided not to book in what the authority lists as sent here, and took it up again. */
  | 'arrivalDismissed'
  | 'arrivalTakenUp'
  /** Goods were ordered from a supplier; the order was received, or cancelled. */
  | 'ordered'
  | 'orderReceived'
  | 'orderCancelled'
  /** A manager approved an entry of customs, or rejected it. */
  | 'customsApproved'
  | 'customsRejected'
  /** An owner linked the till to a hub, or ended the link. */
  | 'hubPaired'
  | 'hubLeft'
  | 'hubTillAdmitted'
  | 'hubTillEnded'
  | 'hubDeputyNamed'
  | 'hubLetterRegistered'
  | 'hubTakenOver'
  | 'hubCodeMade'
  | 'hubPasswordSet'
  /** What the signer of the branch is to tell the authority, beside documents. */
  | 'owed'
export type PauseReason = 'notInitialised' | 'notAuthorised' | 'counterConflict'
