/** Why the till withdraws a document by itself, as it is kept. The screen words each in both languages. */
export const ownReasons = {
  sentAgain: 'Sent again by its caller',
  laterChange: 'A later change was accepted',
} as const
