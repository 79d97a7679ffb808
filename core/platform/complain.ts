/** Writes one line to standard error. Control characters in the text cannot command the terminal. */
export const complain = (message: string): void => {
  process.stderr.write(`kaunta: ${message.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}\n`)
}
