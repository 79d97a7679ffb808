/**
 * Names the session that a window shows: the person, and whether it is in training. A call of a window that shows another
 * session is rejected, so that nobody sells for real on a screen that shows training.
 */
export const sessionShown = (userId: string, training: boolean): string =>
  training ? `${userId} training` : userId
