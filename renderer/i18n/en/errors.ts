/** What the core's failures say to people, under the failure's `reason`. */
export const errors = {
  unexpected:
    'Something went wrong that nobody expected. Nothing was changed. Tell support the number {{id}}.',
  host: {
    gone: 'Kaunta is not running. What was saved is kept.',
    refused: 'This window was not let in. Open the address again.',
  },
  session: {
    locked: 'The till is locked. Unlock it to go on.',
    wrongPin: 'That is not the PIN.',
    lockedOut: 'Too many wrong PINs. Wait a little, then try again.',
    notAllowed: 'Only for: $t(common:roles.{{role}}). Ask them to unlock the till.',
    unknownPerson: 'This person does not work here any more. Choose another name.',
  },
  input: {
    missing: 'Something is still empty: {{field}}.',
    invalid: 'This cannot be so: {{field}} must be {{rule}}.',
  },
  operation: { unknown: 'This window is older than Kaunta. Close it and open it again.' },
  app: { none: 'There is no profile yet. Make one in Settings.' },
  authority: {
    notReached: 'The authority cannot be reached. Nothing was changed; try again when it can.',
    notAnswered: 'The authority has not answered yet. The document is kept and will be sent.',
    refused: 'The authority refused it: {{text}}',
  },
  device: {
    notInitialised: 'The device is not ready yet. Make it ready in Settings; what is sold until then waits.',
    answerLost:
      'The authority’s answer was lost on the way. Try again; if it then says the device began already, ask it for the key and enter that in Settings.',
    refused: 'The authority refused this device. Check tax PIN, branch and serial number. {{text}}',
    installedElsewhere:
      'The authority says this device began before, and it gives the key only once. Enter the key that was kept then. {{text}}',
    otherSerial: 'This profile keeps its device for life. Make another profile for another device.',
    keyRefused: 'The authority does not take this key. Check it letter by letter.',
  },
  item: {
    unknown: 'This item is not here any more.',
    notFound: 'There is no item {{code}}.',
    barcodeTaken:
      'The barcode {{barcode}} belongs to “{{name}}”. Give this item another, or change that one.',
    fixed: 'The authority knows “{{name}}” already, so this cannot change. Make a new item instead.',
  },
  profile: {
    unknown: 'This profile is not here any more.',
    deviceInUse: '“{{name}}” uses this taxpayer and branch already. Switch to it instead.',
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
