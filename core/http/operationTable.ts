/** Describes each operation beyond its summary, and each group, for the API documents. */

/** By the first word of an operation's name. */
export const tagTable: Record<string, string> = {
  system: 'Is it there, and how is it? Without a key.',
  session: "A person's session, where no key is used.",
  device: 'The device of the app, once.',
  reference: 'What the authority publishes.',
  customer: 'Customers of the branch.',
  branch: 'Insurances of the branch.',
  item: 'Goods and services.',
  sale: 'Sales, and what became of them.',
  creditNote: 'Credit notes against approved sales.',
  invoice: 'Is a receipt real?',
  purchase: "Suppliers' invoices.",
  stock: 'Stock records, transfers and stock masters.',
  queue: 'What is owed to the authority.',
  events: 'What changes, as it changes.',
}

export const operationTable: Record<string, string> = {
  'system.health':
    'Answers as long as the process runs. It says nothing of the authority: `GET /status` does. Several calls a second do no harm.',
  'system.status':
    'Numbers of all apps together. `queueDepth` is what waits; `needsAttention` is what a person must see to.',
  'session.signIn':
    'The person and their PIN are made at the till. Wrong PINs count with those of the till, so a guesser is locked out at both. Send `Authorization: Bearer` with `accessToken`, and `X-Service-App-Id` for the app.',
  'session.refresh':
    'Each refresh token is good once. One that is sent twice ends its session, since it may have been stolen.',
  'session.signOut': 'Its event streams end within 15 seconds.',
  'device.initialize':
    'Call it once before anything else. Called again it changes nothing at the authority and answers the same. With the authority away it is 006 and nothing was changed.',
  'device.setup': 'As `POST /initialize`, without pulling reference data.',
  'reference.sync':
    'Once a day is enough. It also makes Kaunta try again where the authority refused the credentials.',
  'reference.findCodes': 'From what is kept here; it never asks the authority. `POST /sync` brings news.',
  'reference.findNotices': 'From what is kept here, in pages. `POST /sync` brings news.',
  'reference.findBranches':
    'From what is kept here. An empty list with `lastSyncAt` `null` means that none has been pulled: call `POST /sync`.',
  'customer.find':
    'Our own record, and what the authority says of the PIN. A PIN that neither knows is 200 with `data` `null`.',
  'customer.submit':
    'The PIN is the key: the same PIN again changes the record. It is kept here and sent to the authority in its turn. What a call does not name stays as it is.',
  'customer.change': 'A PIN that is not kept here is 003; save it first with `POST /customers`.',
  'branch.saveInsurance':
    'The code is the key. With an empty body nothing is registered, and the answer lists what there is.',
  'item.registerService':
    'The same `itemCode` again changes the item. Without one Kaunta makes a code and answers it in `itemCd`.',
  'item.registerGoods':
    'The same `itemCode` again changes the item. Without one Kaunta makes a code and answers it in `itemCd`. New goods have no stock: record it with `POST /stock/io`.',
  'item.register':
    'Every field of an item. The same `itemCd` again changes it; what a call does not name stays as it is.',
  'item.find': 'In pages, by name. Filters may be combined. It never asks the authority.',
  'sale.submit':
    '`invcNo` is your own number and belongs to one document. The same body again while it waits attaches to it. Once it is signed the same is 004 with the result in `data`. Amounts are yours; `totAmt` of a line decides. The sale leaves your stock as it is: `POST /stock/io` with `stockTyCd` `11` takes the goods off.',
  'sale.submitNative':
    "As `POST /sales-with-items`, in the authority's own header with `itemList`. `rcptTyCd` `R` makes it a credit note against `orgInvcNo`.",
  'sale.find':
    'By the number it was sent under. While it waits `result` is `null`; `refusal` says why it was refused. An unknown number is 801.',
  'creditNote.submit':
    "Two shapes, told apart by `original`: the specification's field table, and that of its example. `invcNo` is the credit note's own number. A sale that still waits for the authority is 801 with `retry`.",
  'creditNote.express':
    'In part or whole, never above what is left of the sale. Without `creditNoteInvcNo` it is `orgInvcNo` + 10000, or the next free number: `data.creditNoteInvcNo` has it. The same body again is the same credit note.',
  'creditNote.barcode':
    'As `POST /sales/credit-note-express`, with `bcd` in place of `itemCd`. Each barcode must be of an item of the sale.',
  'invoice.verify':
    'By our own record first, then by the authority. A signature that is not of that number is `verified: false`, no failure.',
  'purchase.list':
    'Asks the authority for news first, unless `refresh=false`. Invoices stay here once they are confirmed.',
  'purchase.confirm':
    'Each line must be linked to an item, or bear its code or barcode; one that is neither is 005. Goods are booked in with `POST /stock/io` afterwards.',
  'purchase.linkItems': 'Links are kept for the supplier: later invoices of it need none.',
  'stock.record':
    '`sarNo` is your own number and belongs to one record. Goods sold wait for their sale, goods bought for their purchase. `totAmt` of each line is with tax.',
  'stock.findMovements': 'Oldest first, in pages, with what was on the shelf after each.',
  'stock.transfer':
    'From the branch of this device to another. The other branch books it in. Without `sarNo` Kaunta makes one and answers it.',
  'stock.setMaster':
    'The authority compares it with its own records, and refuses another quantity. Call it after `POST /stock/io`.',
  'queue.find':
    'For reconciling: `state=accepted&kind=sale` lists the signed sales with their results, oldest first, in pages. `counts` is of the whole queue.',
  'queue.look': 'The `Location` of a 202, and `data.location` of a 006, lead here.',
  'queue.act':
    'What a manager does on the Queue screen, for a gateway without one: `sendAgain` what was refused or set aside, `setAside` what is stuck, `giveUp` what was refused.',
  events:
    'An event says what changed, never the data: ask for that. Four streams a credential. Events are not kept: after `Last-Event-ID` the first one is `missed`.',
}
