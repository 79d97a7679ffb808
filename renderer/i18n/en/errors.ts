/** What the core's failures say to people, under the failure's `reason`. */
export const errors = {
  unexpected:
    'Something went wrong that nobody expected. Nothing was changed. Tell support the number {{id}}.',
  disk: {
    full: 'The disk of this computer is full. Nothing was saved: free some space, then do it again. ({{id}})',
    stopped:
      'The disk of this computer is almost full, so nothing new is taken: {{free}} MB are left. Nothing was saved: free {{more}} MB, then do it again.',
    readOnly:
      'The disk of this computer can only be read. Nothing was saved: make it writable, then do it again. ({{id}})',
    broken:
      'The disk of this computer does not take what is written. Nothing was saved: see that it is connected, or call support before you sell on. ({{id}})',
    busy: 'Another program is using the file of this till. Nothing was saved: close that program, then do it again. ({{id}})',
    damaged:
      'The file of this till is damaged. Nothing was saved: close Kaunta and start it again now, it is mended at the start. ({{id}})',
    gone: 'The data folder of this till was deleted, moved or disconnected. Nothing was saved: put it back in its place, then close Kaunta and start it again.',
  },
  clock: {
    doubtful:
      'Kaunta does not know which day it is, and nothing was saved. Say the day when the till asks, then do it again.',
    impossibleDay:
      'It cannot be {{day}}: Kaunta knows that {{from}} has begun, and takes no day after {{to}}. Choose another day.',
  },
  saveElsewhere: {
    notGone: 'The data folder is in its place. Make a copy in Settings → Backups.',
    noFolder:
      'There is no such folder, or it is the data folder. Write the whole path of a folder that is there.',
    failed: 'It could not be saved there. Choose another folder, with more room.',
  },
  secrets: {
    unreadable:
      'This computer does not open what Kaunta keeps secret on it, so no PIN can be checked. Nothing was changed: sign in to the computer as the person who used Kaunta before, unlock its keyring, then start Kaunta again. ({{id}})',
  },
  host: {
    gone: 'Kaunta is not running. What was saved is kept.',
    refused: 'This window was not let in. Open the address again.',
  },
  session: {
    locked: 'The till is locked. Unlock it to go on.',
    wrongPin: 'That is not the PIN.',
    lockedOut: 'The last PINs were wrong. Wait a little, then try again.',
    notAllowed: 'Only for: $t(common:roles.{{role}}). Ask them to unlock the till.',
    demoPerson: 'People of the demo shop work in a Sandbox only. Choose another name.',
    unknownPerson: 'This person does not work here any more. Choose another name.',
  },
  pin: {
    short: 'In this role a PIN has at least {{digits}} digits. Choose a longer one.',
    common: 'This PIN is one of those that are guessed first. Choose another one.',
    needed: 'In this role people have a PIN of at least {{digits}} digits. Enter a new PIN.',
  },
  apiKey: {
    unknown: 'This key is not here any more.',
    known: 'This key is here already, in this profile or another.',
    revoked: 'This key was revoked, and stays so. Make a new one instead.',
    otherEnvironment:
      'This key is of the other kind of profile: svc_test_ is Sandbox, svc_live_ is Production.',
  },
  rest: {
    noSwitch: 'Here other software cannot be let in or kept out.',
    portInUse: 'Port {{port}} is in use by another program. Choose another one.',
    notStarted: 'This computer does not give port {{port}}. Choose another one.',
  },
  backup: {
    failed: 'The copy could not be made: {{text}}. Free some space and try again.',
    notThere: 'This copy is not there. Is the disk there, and the path whole?',
    damaged: 'This copy is damaged. Nothing was changed: choose another one.',
    newer: 'This copy was made by a newer Kaunta. Install that version, or choose another copy.',
    noRoom: 'The disk has no room to open this copy. Free some space, then do it again.',
    notOurs:
      'This is no copy of this till: it is none at all, of another taxpayer, branch or device, or of Sandbox where this is Production. Nothing was changed: choose another one.',
  },
  input: {
    missing: 'Something is still empty: {{field}}.',
    invalid: 'This cannot be so: {{field}} must be {{rule}}.',
  },
  operation: {
    unknown: 'This window is older than Kaunta. Close it and open it again.',
    keptThenFailed:
      'It is saved, but something unexpected happened after that. Look for it before you do it again, and give support this number: {{id}}.',
  },
  app: {
    none: 'There is no profile yet. Make one in Settings.',
    unopened: '“{{name}}” could not be opened. Lock the till and unlock it again to see why.',
    switched: 'This till has been switched to another profile, “{{name}}”. Nothing was done.',
    unnamed: 'This window is older than Kaunta. Nothing was done: close it and open it again.',
    reopening: 'This profile is being opened anew. Try again in a moment.',
  },
  authority: {
    notReached: 'The authority cannot be reached. Nothing was changed; try again when it can.',
    nothingPulled:
      'The authority does not hand out its lists now. What was fetched before is still here; try again later.',
    notAnswered: 'The authority has not answered yet. The document is kept and will be sent.',
    refused: 'The authority refused it: {{text}}',
  },
  device: {
    initialising: 'The authority is being asked about this device right now. Wait for its answer.',
    notInitialised: 'The device is not ready yet. Make it ready in Settings; what is sold until then waits.',
    answerLost:
      'The authority’s answer was lost on the way. Try again; if it then says the device began already, ask it for the key and enter that in Settings.',
    refused: 'The authority refused this device. Check tax PIN, branch and serial number. {{text}}',
    installedElsewhere:
      'The authority says this device began before, and it gives the key only once. Enter the key that was kept then. {{text}}',
    otherSerial: 'This profile keeps its device for life. Make another profile for another device.',
    keyRefused: 'The authority does not take this key. Check it letter by letter.',
    keyUnchecked:
      'The authority cannot be reached, so it could not check this key, and the kept key is unchanged. Enter the new one again once the authority can be reached.',
    noSecrets:
      'The authority gives the key of a device only once, and this computer could not keep it now, so nothing was asked. See that the computer’s keyring is unlocked, then try again. ({{id}})',
    notKept:
      'The device is installed, but its key could not be kept, and the authority gives it only once. $t(errors:device.inTheWay.{{why}}) Then initialise it again; do not close Kaunta before that. The authority is not asked twice. ({{id}})',
    notTakenOver:
      'The device is installed and its key is safe, but this till could not take it over. $t(errors:device.inTheWay.{{why}}) Then initialise it again, or start Kaunta again. The authority is not asked twice. ({{id}})',
    inTheWay: {
      full: 'The disk of this computer is full: free some space.',
      readOnly: 'The disk of this computer can only be read: make it writable.',
      broken: 'The disk of this computer does not take what is written: see that it is connected.',
      busy: 'Another program is using the file of this till: close that program.',
      damaged:
        'The file of this till is damaged: close Kaunta and start it again, it is mended at the start.',
      gone: 'The data folder is not in its place: put it back.',
      other: 'Nobody expected why: see that the computer’s keyring is unlocked, or call support.',
    },
  },
  item: {
    unknown: 'This item is not here any more.',
    notFound: 'There is no item {{code}}.',
    barcodeTaken:
      'The barcode {{barcode}} belongs to “{{name}}”. Give this item another, or change that one.',
    fixed: 'The authority knows “{{name}}” already, so this cannot change. Make a new item instead.',
    severalNamed: 'Several items are called “{{name}}”: give the code or the barcode.',
    refused: 'The authority refused item {{code}}. Mend it on Items, then go on.',
  },
  sale: {
    duplicate: 'The number {{number}} belongs to another document already.',
    unsigned: 'The authority has this document, but its signature is missing. Do not send it again.',
    priceNeedsManager: 'Another price than the item’s takes a manager.',
    discountNeedsManager: 'More than {{percent}} % off the whole sale takes a manager.',
    creditNeedsBuyer: 'A sale on credit needs a buyer: the name or the PIN of whoever owes it.',
    belowStock: 'There is less of “{{name}}” on the shelf than is sold here. Count it, or take some off.',
    notPaid: 'The sale is not paid in full yet.',
    notParked: 'Somebody has taken this sale back already.',
    requestReused:
      'Sale {{number}} was completed already, in another window. If this is another sale, complete it again; if it is that one, void it.',
  },
  tender: {
    codeInvalid: 'An M-PESA code has ten letters and digits. Check it against the customer’s message.',
    codeTwice: 'The M-PESA code {{code}} is on this sale twice. Take one of them back.',
    codeUsed:
      'The M-PESA code {{code}} has paid receipt {{number}} already: {{at}}, KSh {{total}}. Ask for another payment, or for a manager.',
    codeNeedsManager: 'A used M-PESA code takes a manager. A manager unlocks the till and allows it.',
  },
  invoice: {
    notCreditable: 'Sale {{number}} cannot be credited: the authority has not approved it yet.',
    nothingLeft: 'Nothing is left to credit of {{number}}.',
    unknown: 'This receipt is not here.',
    credited: 'Sale {{number}} is credited already, by {{by}}.',
    creditRefused:
      'Credit note {{by}} of sale {{number}} was refused. Mend it or give it up in the queue first.',
    notApproved:
      'The authority has not approved sale {{number}}, so there is nothing to credit. Mend it or give it up in the queue.',
    lessLeft: 'Only {{left}} of “{{name}}” is left to credit. Change its quantity.',
    requestReused: 'Credit note {{number}} was made already. Look at it before you credit more.',
    notUnsigned:
      'A signature is entered only where the authority has the document and its answer is missing.',
  },
  report: {
    notPrinted: 'The report was not printed. Print it again, or to another place. {{reason}}',
  },
  receipt: {
    unanswered: 'The original of {{number}} was printed. Say first whether it came out.',
    originalNeedsManager:
      'The original of {{number}} was printed {{count}} times. A manager unlocks the till and decides whether it prints again.',
    notPrinted:
      'The receipt was not printed. The sale is kept; print it again, or to another place. {{reason}}',
    unknownPrint: 'This print is not known any more. Print the receipt again.',
  },
  purchase: {
    ambiguous: 'Several suppliers have used the number {{number}}. Say which supplier, or which branch.',
    notFound: 'The authority lists no invoice {{number}} of this supplier that still is to be confirmed.',
    notPulled: 'Invoice {{number}} is not here yet and the authority has not answered. Try again soon.',
    notLinked: 'The supplier’s “{{name}}” ({{code}}) is not linked to one of your items yet. Link it first.',
  },
  stock: {
    duplicate: 'A stock record with the number {{number}} was entered already. Use another number.',
    service: '“{{name}}” is a service and has no stock. Take it off the list.',
    twice: '“{{name}}” is on the list twice. Leave one line.',
    corrected:
      'The stock of “{{name}}” was put right while you counted: {{onHand}} now. Nothing is recorded. Enter what is there, or take it off the list.',
    zero: 'Nothing would change. Enter how much.',
  },
  queue: {
    unknown: 'This document is not in the queue.',
    notStuck: 'Only a document that failed several times, and is not refused, can be set aside.',
    tooSoon: 'The last try may still be on its way. Wait {{seconds}} seconds, then set it aside.',
    busy: 'It is being sent or asked about right now. Try again in a moment.',
    arrived: 'The authority has it after all. Its signature is being fetched.',
    setAside: 'It was set aside on the Queue screen, because the authority failed over it each time.',
    recordArrived: 'The authority has it after all. It is settled in a moment.',
    untold: 'The authority does not say whether it has it. Nothing was changed; try again later.',
    notRefused: 'Only a document that the authority has refused can be sent again or given up by hand.',
  },
  practice: { none: 'This profile works with a real authority; only the practice one can pretend.' },
  profile: {
    unknown: 'This profile is not here any more.',
    ownerThere: 'People of the demo shop stay in a Sandbox. Lock the till; {{name}} unlocks it and switches.',
    deviceInUse: '“{{name}}” uses this taxpayer and branch already. Work in it instead.',
    deviceFixed:
      'The authority knows this device, so this stays as it is. Make another profile for another device.',
    practice: 'A practice profile has no connection to correct.',
  },
  user: {
    unknown: 'This person is not here any more.',
    nameTaken: 'Somebody has this name already. Add something that tells them apart.',
    lastOwner: 'This is the only owner. Make somebody else an owner first.',
  },
  workspace: {
    hasOwner: 'This till has an owner already. Unlock it with a PIN.',
    notEmpty: 'There is a shop here already. Unlock it to go on.',
  },
}
