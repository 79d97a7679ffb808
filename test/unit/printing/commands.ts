/** Reads bytes as a receipt printer does: printable text, line ends, and commands. */
export type Token = { kind: 'text' | 'newline' | 'command' | 'stray'; value: string }

const esc = 0x1b
const gs = 0x1d
const fixedLength: Record<string, number> = {
  '1b@': 2,
  '1bM': 3,
  '1bt': 3,
  '1bE': 3,
  '1ba': 3,
  '1bp': 5,
  '1d!': 3,
  '1dV': 3,
}

/** Reads ESC/POS as a printer does; a control byte that belongs to no command is `stray`. */
export function readCommands(bytes: Uint8Array): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = tokenLength(bytes, at)
    const value = Buffer.from(bytes.subarray(at, at + length)).toString('latin1')
    tokens.push({ kind: kindOf(bytes, at), value })
    at += length
  }
  return tokens
}

function tokenLength(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0] = bytes.subarray(at)
  if (first === 0x1c) return 2
  if (first !== esc && first !== gs) return 1
  const name = first.toString(16) + String.fromCharCode(second)
  if (name === '1d(') return 5 + (bytes[at + 3] ?? 0) + 256 * (bytes[at + 4] ?? 0)
  return fixedLength[name] ?? 1
}

function kindOf(bytes: Uint8Array, at: number): Token['kind'] {
  const first = bytes[at] ?? 0
  if (first >= 0x20 && first <= 0x7e) return 'text'
  if (first === 0x0a || first === 0x0d) return 'newline'
  return tokenLength(bytes, at) > 1 ? 'command' : 'stray'
}
