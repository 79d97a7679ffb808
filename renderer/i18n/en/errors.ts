/** The text of each failure of the core, under the failure's `reason`: what happened, then what to do. */
export const errors = {
  unexpected: 'An unexpected error occurred and nothing was changed. Give support the number {{id}}.',
  disk: {
    full: 'The disk of this computer is full, so nothing was saved. Free some space, then try again. ({{id}})',
    stopped:
      'Only {{free}} MB are left on the disk of this computer, so nothing was saved. Free {{more}} MB, then try again.',
    readOnly:
      'The disk of this computer is read-only, so nothing was saved. Make it writable, then try again. ({{id}})',
    broken:
      'The disk of this computer fails, so nothing was saved. Check that it is connected, or call support before the next sale. ({{id}})',
    busy: 'Another program uses the file of this till, so nothing was saved. Close that program, then try again. ({{id}})',
    damaged:
      'The file of this till is damaged, so nothing was saved. Restart Kaunta now: it repairs the file. ({{id}})',
    gone: 'The data folder of this till is missing, so nothing was saved. Put the folder back, then restart Kaunta.',
  },
  clock: {
    doubtful:
      'Kaunta does not know today’s date, so nothing was saved. Enter the date when the till asks, then try again.',
    impossibleDay: '{{day}} cannot be today. Choose a day from {{from}} to {{to}}.',
  },
  scale: {
    none: 'No scale is set up. An owner adds it in Settings → Scale & pole display.',
    empty: 'The scale is empty. Put the goods on it, then weigh again.',
    moving: 'The weight is not steady. Wait until the scale rests, then weigh again.',
    negative: 'The scale is below zero. Empty it, press its zero key, then weigh again.',
    overload: 'This is more than the scale can weigh. Weigh the goods in two parts.',
    silent: 'The scale sends nothing. Check that it is on, and its kind in Settings.',
    gone: 'The scale is not connected. Check its cable and its port in Settings.',
  },
  saveElsewhere: {
    notGone: 'The data folder is in its place. Make a copy in Settings → Backups.',
    noFolder: 'This folder does not exist, or it is the data folder. Enter the full path of another folder.',
    failed: 'The copy could not be saved there. Choose another folder with more space.',
  },
  secrets: {
    unreadable:
      'The keyring of this computer is locked, so no passcode can be checked. Sign in as Kaunta’s usual user, unlock it, then restart Kaunta. ({{id}})',
  },
  host: {
    gone: 'Kaunta is not running; saved work is safe. Start Kaunta again.',
    refused: 'This window has no access. Open Kaunta’s address again.',
  },
  session: {
    locked: 'The till is locked. Unlock it to continue.',
    wrongPin: 'Wrong passcode. Try again.',
    lockedOut: 'Several wrong passcodes were entered. Wait a moment, then try again.',
    notAllowed:
      'Only this role can do that: $t(common:roles.{{role}}). Ask a person with that role to unlock the till.',
    demoPerson: 'People of the practice shop cannot work with real sales. Choose another name.',
    newPin: 'Choose a new passcode first: unlock the till with your present one.',
    noPin:
      'This till does not know your passcode yet. Unlock the till where you got it, or ask the owner for a new one.',
    unknownPerson: 'This person no longer works here. Choose another name.',
  },
  pin: {
    short: 'A passcode for this role needs at least {{digits}} digits. Choose a longer one.',
    same: 'This is your present passcode. Choose another one.',
    common: 'This passcode is easy to guess. Choose another one.',
    needed: 'A passcode for this role needs at least {{digits}} digits. Enter a new passcode.',
  },
  apiKey: {
    unknown: 'This key no longer exists. Choose another key.',
    known: 'This key already exists in this shop or another. Use it there, or create a new one.',
    revoked: 'This key was revoked and cannot be used again. Create a new one.',
    otherEnvironment:
      'This key is for the other kind of shop. Use svc_test_ keys in a practice shop and svc_live_ keys for real sales.',
  },
  update: {
    notReady: 'This version has not been downloaded. Look for a new version again.',
    openSale: 'A sale is open. Finish or park it, then install.',
    sending: 'A document is being sent. Try again in a few seconds.',
    noRoom: 'The disk has no room for copies of your data. Free some space, then try again.',
  },
  hub: {
    notLinked: 'This till works alone. Link it to a hub first.',
    mustLink:
      'The hub signs for this till, and takes nothing from it now. Link this till again first, then end the link.',
    linked: 'This till is linked to a hub already. End that link first.',
    unreachable: 'Nothing answered at {{address}}. Check the address, and that the hub is on.',
    notAHub: 'There is no hub of Kaunta at {{address}}. Check the address.',
    wrongCode: 'This code does not fit. Enter the code that the hub shows now.',
    codeEnded: 'This code has ended. Ask for a new code at the hub.',
    pinMismatch: 'There is another hub at {{address}}, so this till sent nothing. Check the address.',
    otherEnvironment: 'This hub is for the other kind of shop: practice or real sales. Choose another hub.',
    otherTaxpayer: 'This hub belongs to another taxpayer. Choose another hub.',
    tooOld: 'The hub needs a newer Kaunta. Update this till, then try again.',
    tooNew: 'The Kaunta of the hub is too old for this till. Update the hub, then try again.',
    failed: 'The hub answered with an error. Try again, or look into the log of the hub.',
    impossible: 'This Kaunta can start no hub. Start it on another computer.',
    otherIsOn: 'The hub of this computer is on for the other kind of shop. Stop it there first.',
    answers: 'The hub answers, so this till does not take over. Stop that hub first.',
    noEscrow: 'This till is not the deputy. Take over at the deputy, or restore a backup.',
    noBackup: 'There is no backup of a hub in {{folder}}. Choose a folder with a file that ends in .hub.',
    otherHubHere:
      'This folder is of another hub: {{folder}}. Move it to another place, and delete nothing. Then take over again.',
    isOnHere: 'A hub is on at this computer already. Stop it first, then take over.',
    replaced: 'Another computer took over as this hub. Enter the address of the new hub.',
    notOn: 'The hub on this computer does not answer. Wait until it is on, then try again.',
    sheetNotPrinted:
      'The printer did not confirm the sheet. Check the paper and the printer, then print it again.',
    busy: 'The hub is busy. Try again in a moment.',
    full: 'The disk of the hub is full. Free some space on the computer of the hub, then try again.',
    silent: 'The hub does not answer. Check the network of this device, and that the hub is on.',
    signedOut: 'You are signed out. Sign in again.',
    wrongPassword: 'The name or the password is wrong. Enter both again.',
    tooMany: 'Too many passwords were tried. Wait {{seconds}} seconds, then try again.',
    nameTaken: 'Another person has this name. Choose another one.',
    notAdmitted: 'The hub does not admit this till now. Settings → Hub says why.',
    notAllowed:
      'The hub does not let you do this here. Ask an owner of the branch, or do it at the computer of the hub.',
    absent: 'This is not there any more. Look at the list again.',
    changed: 'Somebody changed it since you looked. Look again, then decide.',
    held: 'Only one customer may have this PIN. Merge the two, and keep the one with the PIN.',
    signs: 'The hub talks to {{authority}} for this till. Take the device back first, then end the link.',
  },
  rest: {
    noSwitch: 'Other software cannot be switched on or off here. Restart Kaunta without the gateway command.',
    portInUse: 'Another program uses port {{port}}. Choose another port.',
    notStarted: 'Port {{port}} is not available. Choose another port.',
  },
  backup: {
    practice: 'This is a backup of a practice shop. Choose a backup of a shop with a {{authority}} device.',
    failed: 'The backup failed: {{text}}. Free some space, then try again.',
    notThere: 'There is no backup at this path. Check the disk and the path.',
    damaged: 'This backup is damaged, so nothing was changed. Choose another one.',
    newer: 'A newer Kaunta made this backup. Install that version, or choose another backup.',
    noRoom: 'The disk has no space to open this backup. Free some space, then try again.',
    notOurs: 'This file is not a backup of this shop and device. Choose another one.',
  },
  input: {
    missing: '{{field}} is empty. Enter it.',
    invalid: '{{field}} must be {{rule}}.',
    tooManyLines: 'At most {{most}} lines are saved at once. Enter these goods by hand, in parts.',
  },
  operation: {
    unknown: 'This window is older than Kaunta. Close it and open it again.',
    keptThenFailed:
      'It was saved, but an error occurred afterwards. Look for it before you try again, and give support the number {{id}}.',
  },
  app: {
    none: 'There is no shop yet. Create one in Settings.',
    unopened: '“{{name}}” could not be opened. Lock the till and unlock it again to see why.',
    switched: 'Somebody switched this till to the shop “{{name}}”, so nothing was done. Try again there.',
    unnamed: 'This window is older than Kaunta, so nothing was done. Close it and open it again.',
    reopening: 'Kaunta is reopening this shop. Try again in a moment.',
  },
  authority: {
    notReached: '{{authority}} is offline, so nothing was changed. Try again later.',
    nothingPulled: '{{authority}} gave no data now; the previous data stays in use. Try again later.',
    notAnswered: '{{authority}} has not answered yet. Kaunta saves the document and sends it later.',
    refused: '{{authority}} rejected it: {{text}}',
  },
  device: {
    initialising: 'Kaunta is waiting for {{authority}} to answer about this device. Try again afterwards.',
    wrongAddress:
      'A server answers at this address, but not as {{authority}} does. Check the {{authority}} address under Advanced.',
    notInitialised: 'The device is not activated, so sales wait. Activate it in Settings.',
    answerLost:
      'The {{authority}} answer was lost. Try again; if {{authority}} says the device is already installed, ask {{authority}} for its key and enter it in Settings.',
    refused: '{{authority}} rejected this device: check the tax PIN, branch and serial number. {{text}}',
    installedElsewhere:
      '{{authority}} gives a device key only once, and gave it before. Enter that key. {{text}}',
    otherSerial: 'The device of a shop cannot change. Add another shop for another device.',
    keyRefused: '{{authority}} rejected this key. Check it letter by letter.',
    keyUnchecked:
      '{{authority}} is offline and cannot check this key, so the old key stays. Enter the new key again later.',
    noSecrets:
      'This computer cannot store the device key now, so nothing was requested. Unlock the computer’s keyring, then try again. ({{id}})',
    notKept:
      'The device key is not stored yet: do not close Kaunta. $t(errors:device.inTheWay.{{why}}), then activate the device again. ({{id}})',
    notTakenOver:
      'The device key is safe, but the till cannot use it yet. $t(errors:device.inTheWay.{{why}}), then activate the device again. ({{id}})',
    inTheWay: {
      full: 'Free some space on the full disk',
      readOnly: 'Make the read-only disk writable',
      broken: 'Check that the failing disk is connected',
      busy: 'Close the program that uses the file of this till',
      damaged: 'Call support about the damaged file of this till',
      gone: 'Put the data folder back in its place',
      other: 'Unlock the computer’s keyring or call support',
    },
  },
  item: {
    unknown: 'This item no longer exists. Choose another one.',
    notFound: 'There is no item {{code}}. Check the code.',
    picturesFull:
      'The shop has {{most}} pictures, which is the limit. Remove the picture of another item first.',
    barcodeTaken:
      'The barcode {{barcode}} belongs to “{{name}}”. Enter another barcode, or change that item.',
    fixed: '{{authority}} has registered “{{name}}”, so this cannot change. Create a new item.',
    severalNamed: 'Several items are called “{{name}}”. Enter the code or the barcode.',
    refused: '{{authority}} rejected item {{code}}. Fix it on Items, then try again.',
  },
  sale: {
    duplicate: 'The number {{number}} belongs to another document. Use another number.',
    unsigned: '{{authority}} accepted this document, but the signature is missing. Do not send it again.',
    priceNeedsManager: 'Only a manager can change the price. Ask a manager.',
    discountNeedsManager: 'Only a manager can give more than {{percent}} % off a sale. Ask a manager.',
    creditNeedsCustomer: 'A sale on credit needs a customer of the shop. Choose the customer first.',
    belowStock: 'There is not enough “{{name}}” in stock. Count it, or reduce the quantity.',
    belowStockSince:
      'There is not enough “{{name}}” in stock, as the hub said last at {{at}}. Count it, or reduce the quantity.',
    notPaid: 'The sale is not fully paid. Enter the rest.',
    returnChanged:
      'The returned goods are now worth KSh {{worth}}. Choose them again on the Receipts screen.',
    parkedTaken: '{{who}} took this sale at till {{till}}. Choose another one.',
    parkedAlone:
      'The hub does not answer, so another till may have taken this sale. Ask there before you take it.',
    parkedElsewhere:
      'The hub does not answer. Resume this sale at the till where it was parked, or when the hub is back.',
    parkedInPart:
      'Some goods of this sale have not reached this till yet. Wait a moment, then take it again.',
    notParked: 'Somebody has already resumed this parked sale. Choose another one.',
    requestReused:
      'Another window has already completed this as sale {{number}}. Void it; if it is a different sale, complete it again.',
  },
  tender: {
    codeInvalid: 'An M-PESA code has ten letters and digits. Compare it with the customer’s message.',
    off: 'This payment method is switched off. Choose another one.',
    referenceMissing: 'This payment method needs a reference. Enter its number.',
    stays: '{{name}} stays in the list with its kind. Switch it off instead.',
    codeTwice: 'The M-PESA code {{code}} is on this sale twice. Remove one of the two payments.',
    codeUsed:
      'The M-PESA code {{code}} already paid receipt {{number}}: {{at}}, KSh {{total}}. Ask for another payment, or call a manager.',
    codeNeedsManager:
      'A manager must approve a used M-PESA code. Ask for another payment, or call a manager and try again.',
  },
  customer: {
    unknown: 'There is no such customer. Choose one from the list.',
    merged: '{{name}} was merged into {{into}}. Change that customer.',
    mergeSame: 'Choose two different customers.',
    mergePin: '{{name}} has a PIN. Merge {{other}} into {{name}} instead.',
    pinTaken: '{{name}} has this PIN. Merge the two customers, or correct the PIN.',
    pinStays: '{{name}} has the PIN {{pin}}, which stays. Add a new customer for another PIN.',
    phoneWrong:
      'This is no phone number. Enter ten digits such as 0712 345 678, or +255… of another country.',
    limitNeedsManager: 'Only a manager can set a credit limit. Save the customer without it.',
    noLimit: '{{name}} has no credit limit. A manager sets it on the Customers screen.',
    aboveAllowance:
      'The hub does not answer, so {{name}} can buy for KSh {{left}} more on credit here. Take a payment, or ask a manager.',
    aboveLimit:
      '{{name}} would owe KSh {{after}}; the limit is KSh {{limit}}. Take a payment, or ask a manager.',
  },
  account: {
    notOpen: 'This sale is already paid, or another customer has it. Choose again.',
    nothingOwed: '{{name}} owes nothing, so there is nothing to pay.',
    aboveDebt: '{{name}} owes KSh {{owed}}. Enter at most that.',
    tooMany: 'More than 1,000 entries are in this time. Choose a shorter one.',
    noPayment: 'This payment does not exist here. Choose one from the list.',
    notEarlier: '{{number}} is a newer sale. Enter a payment for it instead.',
  },
  invoice: {
    refundByCredit: 'Only KSh {{owed}} of {{number}} is still owed. Choose how the rest is paid back.',
    notCreditable:
      '{{authority}} has not signed sale {{number}} yet. Wait for the signature, then refund it.',
    nothingLeft: 'Sale {{number}} is fully refunded. Choose another sale.',
    unknown: 'This receipt does not exist here. Check the number.',
    credited: 'Credit note {{by}} already refunded sale {{number}}. Choose another sale.',
    creditRefused:
      '{{authority}} rejected credit note {{by}} of sale {{number}}. Fix or cancel it on the {{authority}} screen first.',
    notApproved:
      '{{authority}} has not signed sale {{number}}, so it cannot be refunded. Fix or cancel it on the {{authority}} screen.',
    creditedElsewhere: '{{who}} already refunded sale {{number}} at till {{till}}: {{by}}.',
    beingCredited: '{{who}} is refunding sale {{number}} at till {{till}} now.',
    lessLeftElsewhere:
      'Only {{left}} of “{{name}}” can still be refunded: {{who}} refunds or refunded some at till {{till}}.',
    madeElsewhere:
      'The hub does not answer. Refund sale {{number}} at till {{till}}, or when the hub is back.',
    signsItself: 'This till signs with its own device. Refund this sale at till {{till}}.',
    saleChanges: 'Other tills change this sale now. Wait a moment, then look at it again.',
    lookedTooOften: 'The hub takes no more look-ups of this till now. Wait a minute, then try again.',
    goodsNotHere:
      'Some goods of sale {{number}} have not reached this till yet. Wait a moment, then try again.',
    otherTills:
      'Till {{till}} made sale {{number}}, and this till has left its hub. Cancel this credit note.',
    lessLeft: 'Only {{left}} of “{{name}}” can still be refunded. Change the quantity.',
    requestReused: 'Credit note {{number}} already exists. Check it before you refund more.',
    notUnsigned: 'This document is not missing a signature. Enter one only for “Accepted, no signature”.',
  },
  printer: {
    notListed: 'The printers of this computer cannot be listed. Print with the print dialog. {{reason}}',
    unknown: 'There is no such printer. Choose one from the list.',
    nameTaken: 'There is a printer “{{name}}” already. Choose another name.',
    notPrivate: '{{near}} is not in a network of a shop. Enter one such as 192.168.1.1.',
    tooMany: 'At most {{most}} printers fit. Remove one first.',
    notTested: 'The test page was not printed. Check the printer, or choose another one. {{reason}}',
  },
  report: {
    notPrinted: 'The report was not printed. Print it again, or on another printer. {{reason}}',
  },
  printJob: {
    unknown: 'There is no such paper to print. Look at the list again.',
    sending: '“{{title}}” is printing now. Wait until it is done.',
    over: '“{{title}}” is not waiting any more. Look at the list again.',
  },
  receipt: {
    waits: 'The original of {{number}} waits for the printer “{{printer}}”, and prints once that can print.',
    unanswered: 'The original of {{number}} was sent to the printer. First answer whether it came out.',
    originalNeedsManager:
      'The original of {{number}} was printed {{count}} times. Call a manager to approve, and print again.',
    notPrinted:
      'The sale is saved, but its receipt was not printed. Print it again, or on another printer. {{reason}}',
    unknownPrint: 'Kaunta no longer knows this print. Print the receipt again.',
  },
  payment: {
    notChangeable: 'Only the payment of a sale of this till can be changed.',
    shiftClosed: 'The shift of {{number}} is closed, so its payment stays as it is.',
    exchanged: '{{number}} is an exchange, so its payment stays as it is.',
    dayOver: 'The day of {{number}} is over, so its payment stays as it is.',
    refunded: '{{number}} was refunded, so its payment stays as it is.',
    creditStays: 'Credit of {{number}} cannot change. Refund {{number}} and sell it again.',
  },
  folder: {
    unreadable: 'Kaunta cannot read {{path}}. Check that its disk is connected, or choose another folder.',
    notCreated: 'The folder “{{name}}” could not be created here. Choose another name.',
  },
  file: {
    unknown: 'This PDF was deleted. Make it again.',
    noViewer: 'This computer has no program that opens PDFs. The file is {{file}}.',
  },
  purchase: {
    ambiguous: 'Several suppliers used the number {{number}}. Choose the supplier or the branch.',
    notFound:
      '{{authority}} has no unconfirmed invoice {{number}} of this supplier. Check the number and the supplier.',
    notPulled: 'Invoice {{number}} has not arrived, and {{authority}} has not answered. Try again soon.',
    notLinked: 'The supplier’s “{{name}}” ({{code}}) is not linked to one of your items. Link it first.',
  },
  label: {
    tooMany: 'At most {{most}} labels are printed at once, and these are {{count}}. Print some first.',
    noPrinter: 'No receipt printer is for labels. Choose a label size, or a printer for labels in Settings.',
    notPrinted: 'The labels were not made: {{reason}}',
    noPrefix:
      'All prefixes from 20 to 29 belong to scale labels. Free one in Settings → Scanning, or type the barcodes.',
  },
  delivery: {
    noInvoice: 'There is no such invoice. Choose one from the list.',
    unknown: 'There is no such delivery. Choose one from the list.',
    done: 'Invoice {{number}} was delivered before, as delivery {{delivery}}. Enter what came later by hand.',
    refused: 'Invoice {{number}} was declined here. Take it up again first.',
    noSale:
      'Invoice {{number}} is a supplier’s credit note, or has no goods. Nothing can be delivered against it.',
    confirmed:
      'Invoice {{number}} is confirmed to {{authority}} already. Ask the supplier for a credit note.',
    linkedTwice:
      'Line {{line}}: another line with the code {{code}} has another item. Choose one item for both.',
    unitsTwice:
      'Line {{line}}: another line with the code {{code}} has other units. Enter the same for both.',
  },
  transfer: {
    noArrival: '{{authority}} lists no such goods. Choose them from the list.',
    unknown: 'There is no such transfer. Choose one from the list.',
    noBranch: '{{authority}} lists no other branch {{branch}} of yours. Choose one from the list.',
    belowStock: 'Only {{onHand}} of “{{name}}” are in stock. Send fewer, or record received goods first.',
    done: 'These goods were taken in before, as transfer {{transfer}}. Enter what came later by hand.',
    dismissed: 'These goods were dismissed here. Take them up again first.',
  },
  order: {
    unknown: 'There is no such order. Choose one from the list.',
    over: '{{name}} has ended the order {{number}} already. Look at it in All orders.',
    notArrived:
      '{{supplier}} has delivered nothing since the order {{number}}. Enter the delivery first, or cancel the order.',
  },
  customs: {
    noEntry: 'There is no such entry of customs. Choose one from the list.',
    done: '“{{entry}}” was decided before. Open it to see by whom.',
    elsewhere: '“{{entry}}” was decided at {{authority}} elsewhere. Enter goods that came by hand.',
    costMissing: 'Customs named no price or no rate. Enter what one cost.',
    goodsIn: 'The goods came in as “{{name}}” before. Approve the entry with that item and its units.',
  },
  stock: {
    duplicate: 'A stock record with the number {{number}} already exists. Use another number.',
    service: '“{{name}}” is a service and has no stock. Remove it from the list.',
    twice: '“{{name}}” is on the list twice. Remove one of the two lines.',
    corrected:
      'The stock of “{{name}}” changed to {{onHand}} during your count, so nothing was saved. Count it again, or remove it.',
    zero: 'No quantity was entered. Enter how much changes.',
    shared:
      'Nothing was sent. This till shares the stock of its branch, and other tills have records on their way.',
    notAllSent:
      'Documents with “{{name}}” wait for {{authority}}. Wait until they are sent, then look again.',
    otherDifference: 'The difference of “{{name}}” changed in the meantime. Nothing was sent; look again.',
  },
  import: {
    unknown: 'There is no such import. Choose one from the list.',
    undone:
      'Number {{number}} was undone before. To have it again, import the list or change the items again.',
    nothing: 'Number {{number}} changed nothing, so there is nothing to undo.',
  },
  bulk: {
    noPrice: '“{{name}}” would have no price. Change it on the Items screen.',
    service: '“{{name}}” is a service and has no stock.',
    changedSince: '“{{name}}” was changed since the preview. Look at it, then change it again.',
  },
  count: {
    unknown: 'This count does not exist. Choose one from the list.',
    over: '{{name}} has ended the count {{number}}. Start a new one.',
    tooMany: '{{count}} counts are open. Book or drop one first.',
    nothing: 'No item has stock yet. Receive goods first.',
    noneShown: 'The list has no goods. Choose another filter.',
    tooManyShown: 'The list has more than {{count}} items. Choose a filter, or count a category.',
    noCategory: 'The category “{{category}}” has no goods. Choose another one.',
    belowZero: 'More of “{{name}}” would be taken back than was counted. Enter its whole quantity.',
    corrected: 'The stock of “{{name}}” was corrected after it was counted. Count it again, then book.',
    empty: 'Nothing was counted yet. Count something, or drop the count.',
    muchMissing:
      '{{quantity}} of “{{name}}” are missing, worth KSh {{value}}. Count again, or book if it is right.',
    muchMore:
      '{{quantity}} of “{{name}}” too many, worth KSh {{value}}. Count again, or book if it is right.',
  },
  queue: {
    unknown: 'This document is not on the {{authority}} screen. Look for it on Receipts.',
    notStuck: 'Only a document that keeps failing can be set aside. Wait for the next attempts.',
    tooSoon: 'The last attempt may still be on its way. Wait {{seconds}} seconds, then set it aside.',
    busy: 'Kaunta is sending this document or asking about it. Try again in a moment.',
    arrived: '{{authority}} already has this document. Wait while Kaunta gets the signature.',
    setAside: 'A manager set it aside on the {{authority}} screen, because {{authority}} kept failing on it.',
    recordArrived: '{{authority}} already has this record. Kaunta updates it in a moment.',
    untold:
      '{{authority}} does not say whether it has this document, so nothing was changed. Try again later.',
    causeChanged: 'The missing quantities changed meanwhile. Look at them again, then press the button.',
    reasonMissing: 'Say where the goods came from.',
    notRefused:
      '{{authority}} has not rejected this document. Only a rejected document can be sent again or cancelled.',
  },
  practice: { none: 'This shop uses the real {{authority}}. Open a practice shop for this.' },
  profile: {
    unknown: 'This shop is no longer on this computer. Choose another one.',
    ownerThere:
      'People of the practice shop cannot work with real sales. Ask {{name}} to unlock the till and switch.',
    deviceInUse: 'The shop “{{name}}” already uses this taxpayer and branch. Work in that shop.',
    deviceFixed: 'The device is activated, so this cannot change. Add another shop for another device.',
    practice: 'A practice shop has no connection to fix. Choose another shop.',
  },
  act: {
    notAllowed: 'The owner does not allow this to your role. Ask the owner.',
    needsApproval: 'Somebody with the right must approve this. Try again and let them enter their passcode.',
  },
  approval: {
    own: 'Nobody can approve their own act. Choose somebody else.',
    notTheirs: '{{name}} may not approve this. Choose somebody else.',
    unusable:
      'This approval was used, is older than two minutes, or is for something else. Ask for another one.',
    keyNeedsNone: 'A key needs no approval. Send the call without one.',
  },
  unofficial: {
    credited: '{{number}} was already refunded. Choose another receipt.',
    requestReused: 'Another paper, {{number}}, was already made from this sale. Try again.',
  },
  proforma: {
    unknown: 'There is no such proforma. Choose one from the list.',
  },
  training: {
    refused: 'You are in training. End it first.',
    already: 'You are already in training.',
    unknown: 'There is no such training receipt.',
  },
  shift: {
    noneOpen: 'No shift is open. Open a shift on the Shift screen, then complete the sale.',
    alreadyOpen: 'Shift {{number}} is open, by {{name}}. Sell in it, or close it first.',
    closed: '{{name}} closed shift {{number}}. Open a new shift.',
    unknown: 'There is no shift {{number}}. Choose one from the list.',
    requestReused: 'This was done before with other values. Start again.',
    sumDiffers: 'The sum is not that of the notes and coins. Leave one of them out.',
    differs: 'The count differs from what the drawer should hold. Count again, or write a note and close.',
    noMovement: 'Shift {{number}} has no such cash movement. Choose one from the list.',
    figuresHidden: 'Only a manager may see the totals of this shift. Ask a manager to print them.',
    differenceLarge: 'The difference is above the limit. Get approval, or close the shift to be reviewed.',
    nothingToReview: 'Shift {{number}} has nothing to review. Choose another shift.',
  },
  user: {
    unknown: 'This person no longer exists here. Choose another one.',
    nameTaken: 'Another person already has this name. Add a second name or an initial.',
    lastOwner: 'This is the only owner. Make another person an owner first.',
  },
  workspace: {
    hasOwner: 'This till already has an owner. Unlock it with a passcode.',
    notEmpty: 'This folder already has a shop. Unlock it to continue.',
  },
}
