/** Describes each operation beyond its summary, and each group, for the API documents. */

/** By the first word of an operation's name. */
export const tagTable: Record<string, string> = {
  system: 'Health and status, without a key.',
  session: "A person's session, if no key is used.",
  approval: "Another person's approval of one act.",
  device: 'The device of the profile, initialised once.',
  reference: "The authority's reference data.",
  customer: 'Customers of the branch.',
  account: 'What customers owe.',
  branch: 'Insurances of the branch.',
  item: 'Goods and services.',
  sale: 'Sales and their outcomes.',
  creditNote: 'Credit notes against approved sales.',
  invoice: 'Checks whether a receipt is genuine.',
  purchase: "Suppliers' invoices.",
  stock: 'Stock records, transfers and stock masters.',
  queue: 'Documents for the authority.',
  shift: "The drawer's money: shifts, their reports and cash movements.",
  events: 'Changes as they happen.',
}

export const operationTable: Record<string, string> = {
  'system.health':
    'Answers as long as the process runs. It says nothing about the authority: use `GET /status`. Several calls a second do no harm.',
  'system.status':
    'Figures of all profiles together. `queueDepth` counts pending documents; `needsAttention` counts those that a person must act on.',
  'session.signIn':
    'The person and their PIN are created at the till. Send `Authorization: Bearer` with `accessToken`, and `X-Service-App-Id` for the profile. After wrong PINs that person waits, over REST only.',
  'session.refresh':
    'Each refresh token can be used once. Using one twice ends its session, because it may have been stolen.',
  'session.signOut': 'Its event streams end within 15 seconds.',
  'approval.submit':
    'For a call that a session may not make alone: its 403 lists the acts in `data.approval`. The other person signs with their own PIN here; nobody approves their own act. Send the call again with the token in `X-Approval`, within 2 minutes. A wrong PIN delays that person over REST, as at `POST /session`.',
  'device.initialize':
    'Call it once before anything else. Called again it changes nothing at the authority and returns the same. If the authority cannot be reached it is 006 and nothing was changed.',
  'device.setup': 'Like `POST /initialize`, without reference data.',
  'reference.sync':
    'Once a day is enough. It also makes Kaunta retry after the authority rejected the credentials.',
  'reference.findCodes': 'Stored data; never asks the authority. `POST /sync` fetches news.',
  'reference.findNotices': 'Stored data, in pages. `POST /sync` fetches news.',
  'reference.findBranches':
    'Stored data. An empty list with `lastSyncAt` `null` means that nothing was fetched yet: call `POST /sync`.',
  'customer.find':
    "Our own record, and the authority's data for the PIN. A PIN that neither knows is 200 with `data` `null`.",
  'customer.submit':
    'The PIN is the key: the same PIN again changes the record. It is stored here and queued for the authority. Omitted members keep their values.',
  'customer.change': 'A PIN that is not stored here is 003; save it first with `POST /customers`.',
  'account.find':
    'In pages, by name. `owing=Y` lists only customers who owe something. A sale on credit of other software makes no debt here.',
  'account.look': 'The number of a merged customer answers with the customer that it was merged into.',
  'branch.saveInsurance':
    'The code is the key. With an empty body nothing is registered, and the response lists the existing insurances.',
  'item.registerService':
    'The same `itemCode` again changes the item. Without one Kaunta generates a code and returns it in `itemCd`.',
  'item.registerGoods':
    'The same `itemCode` again changes the item. Without one Kaunta generates a code and returns it in `itemCd`. New goods have no stock: record it with `POST /stock/io`.',
  'item.register':
    'Every field of an item. The same `itemCd` again changes it; omitted members keep their values.',
  'item.find': 'In pages, by name. Filters may be combined. It never asks the authority.',
  'sale.submit':
    '`invcNo` is your own number and belongs to one document. The same body again while it is pending attaches to it. Once it is signed, the same call is 004 with the result in `data`. Amounts are yours; `totAmt` of a line decides. The sale does not change your stock: `POST /stock/io` with `stockTyCd` `11` removes the goods.',
  'sale.submitNative':
    "Like `POST /sales-with-items`, in the authority's own header with `itemList`. `rcptTyCd` `R` makes it a credit note against `orgInvcNo`.",
  'sale.find':
    'By the number it was sent under. While it is pending `result` is `null`; `refusal` says why it was rejected. An unknown number is 801.',
  'creditNote.submit':
    "Two shapes, distinguished by `original`: the specification's field table, and its example. `invcNo` is the credit note's own number. A sale that is still pending is 801 with `retry`.",
  'creditNote.express':
    'In part or whole, never above what is left of the sale. Without `creditNoteInvcNo` it is `orgInvcNo` + 10000, or the next free number: `data.creditNoteInvcNo` has it. The same body again is the same credit note.',
  'creditNote.barcode':
    'Like `POST /sales/credit-note-express`, with `bcd` instead of `itemCd`. Each barcode must belong to an item of the sale.',
  'invoice.verify':
    "First our own record, then the authority's. A signature that does not belong to the number is `verified: false`, not a failure.",
  'purchase.list':
    'Asks the authority for news first, unless `refresh=false`. Invoices stay here after they are confirmed.',
  'purchase.confirm':
    'Each line must be linked to an item, or have its code or barcode; otherwise it is 005. Book the goods in with `POST /stock/io` afterwards.',
  'purchase.linkItems': 'Links are stored per supplier: later invoices of it need none.',
  'stock.record':
    '`sarNo` is your own number and belongs to one record. Sold goods wait for their sale, bought goods for their purchase. `totAmt` of each line includes tax.',
  'stock.findMovements': 'Oldest first, in pages, with the stock on hand after each.',
  'stock.transfer':
    "From this device's branch to another one, which books it in. Without `sarNo` Kaunta generates one and returns it.",
  'stock.setMaster':
    'The authority compares it with its own records, and rejects another quantity. Call it after `POST /stock/io`.',
  'queue.find':
    'For reconciliation: `state=accepted&kind=sale` lists the signed sales with their results, oldest first, in pages. `counts` covers the whole queue.',
  'queue.look': 'The `Location` of a 202, and `data.location` of a 006, point here.',
  'queue.act':
    "The manager's actions of the KRA screen, for a gateway without one: `sendAgain` resends a rejected or set-aside document, `setAside` sets aside a stuck one, `giveUp` withdraws a rejected one.",
  'shift.find':
    'In pages. `from=18` starts at shift 18, so a caller that stored the last number asks for news only.',
  'shift.look':
    'The report of a closed shift never changes. Documents of other software belong to no drawer; they are in `software`.',
  'shift.findCash': 'In pages, of one shift or of all. Movements never change.',
  events:
    'An event says what changed, never the data: query that. Four streams per credential. Events are not stored: after `Last-Event-ID` the first one is `missed`.',
}
