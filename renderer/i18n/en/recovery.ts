/** What happened to the books of a profile, and putting a copy in their place. */
export const recovery = {
  title: {
    damaged: 'The file with these books was found damaged ({{time}}). They were made anew.',
    missing: 'The file with these books was gone ({{time}}). They were made anew.',
    log: 'What was written last was gone, or lay beside another file ({{time}}). The books were made anew.',
    replaced: 'An older copy lay in the place of these books ({{time}}).',
    restored: 'A copy was put in the place of these books ({{time}}).',
    running:
      'The file with these books is damaged. Close Kaunta and start it again now: it is mended at the start.',
    changed: 'These books were changed on disk, not by Kaunta ({{time}}).',
    workspace:
      'The file with people, PINs, profiles and keys was damaged or gone ({{time}}). A copy took its place.',
    workspaceKept:
      'The file with people, PINs, profiles and keys is not as Kaunta left it ({{time}}). No copy holds more.',
    clock: 'The clock of the tax authority jumped to {{time}}.',
    twin: 'The authority has receipts of this till that are not in these books ({{time}}).',
  },
  clock:
    'Kaunta had counted {{before}}, and the authority has said its new time twice. Receipts bear its time from then on: ask the authority if it is not right.',
  twin: 'The folder of this till was put back to an older state, or is used on another computer, too: use one of them only.',
  repaired_one: '{{count}} row is again what the copies and the journal prove.',
  repaired_other: '{{count}} rows are again what the copies and the journal prove.',
  notRepaired: 'Some rows could not be proven and were left as they are.',
  changedBy:
    'A failing disk does this, and so does a person with another program: show it to the person who keeps the books.',
  changedAside: 'What was there is kept in {{folder}}.',
  workspace:
    'People, PINs, profiles and keys are as they were then: {{time}}. What was changed after that must be done again: new people, new PINs, profiles and keys. See that keys and people that were ended are still ended. Sales are not touched. Whoever had signed in through other software signs in again.',
  workspaceKept:
    'Check people, PINs, profiles and keys, and enter again what is wrong. Sales are not touched. People sign in again in other software.',
  source: {
    backup: 'Made from the copy {{name}}.',
    journal: 'Made from the journal.',
    file: 'Made from the file as it was found.',
    nothing: 'There was neither a copy nor a journal to make them from.',
  },
  changes_one: 'The journal brought back {{count}} change, of {{time}}.',
  changes_other: 'The journal brought back {{count}} changes, the last of {{time}}.',
  salvaged_one: '{{count}} receipt was read out of the old file.',
  salvaged_other: '{{count}} receipts were read out of the old file.',
  complete: 'Nothing is missing.',
  incomplete: 'Something may be missing.',
  numbers: 'Receipts {{from}} to {{to}} may have been used; the till goes on after them.',
  asking: 'No sale is sent before the authority has told what it has.',
  authority:
    'The authority has told: of what waited here it had {{adopted}}; {{gone}} receipts of this till are there and not here any more; {{others}} are not of this till.',
  aside: 'The old file is kept in {{folder}}.',
  dismiss: 'I have read this',
  look: 'Look',
  unopened: '“{{name}}” could not be opened. The other profiles work.',
  notOpened: {
    title: '“{{name}}” could not be opened',
    text: 'No other profile takes its place unasked: what is sold now could land in the wrong books. Put right what is said above, then close Kaunta and start it again.',
    others: 'Until then you may work in another profile:',
    askOwner: 'Until then an owner may choose another profile here.',
  },
  restore: {
    act: 'Put in place …',
    second: 'Copies in the second place',
    file: 'Another copy',
    fileHint: 'The whole path of a file, for example from a stick. It is looked at first.',
    fileAct: 'Look at this copy',
    title: 'Put this copy in place of the books?',
    checking: 'Opening and checking the copy …',
    checked: 'The copy is whole.',
    name: 'Copy',
    sales: 'Sales',
    creditNotes: 'Credit notes',
    lastNumber: 'Last receipt',
    lastSoldAt: 'Sold last',
    noneSold: 'nothing yet',
    waiting: 'Waiting to be sent',
    complete_one:
      '{{count}} change since then, up to {{time}}, comes back from the journal: nothing is lost.',
    complete_other:
      '{{count}} changes since then, up to {{time}}, come back from the journal: nothing is lost.',
    nothingSince: 'It holds everything there is: nothing is lost.',
    incomplete:
      'The journal does not lead from this copy to now. What the present file still gives comes in; the rest is lost. No number is used twice, and the authority is asked what it has before anything is sent.',
    aside: 'The present file is put aside, not deleted. Nobody can sell here for the moment that this takes.',
    pin: 'PIN of {{name}}',
    stay: 'Leave everything as it is',
    confirm: 'Put the copy in place',
    done: 'The copy is in place. Nothing is missing.',
    doneIncomplete: 'The copy is in place. What may be missing is told in Settings, Backups.',
  },
}
