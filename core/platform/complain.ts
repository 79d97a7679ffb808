/** Whatever is in the text, it is one line, and no command to the terminal. */
export const complain = (message: string): void => {
  process.stderr.write(`kaunta: ${message.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}\n`)
}
