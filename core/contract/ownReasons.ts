/** Why the till itself withdraws or stops a document. Stored as it is; the screen translates it. */
export const ownReasons = {
  sentAgain: 'Sent again by its caller',
  laterChange: 'A later change was accepted',
  changedOnDisk: 'It was changed on disk',
  otherDifference: 'The difference changed before it was sent',
  creditedTwice: 'More would be credited than was sold',
} as const
