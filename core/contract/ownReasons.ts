/** Why the till withdraws or stops a document by itself, as it is kept. The screen words each in both languages. */
export const ownReasons = {
  sentAgain: 'Sent again by its caller',
  laterChange: 'A later change was accepted',
  changedOnDisk: 'It was changed on disk',
} as const
