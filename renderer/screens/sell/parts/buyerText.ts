/** Reads the text of the buyer field: a PIN, a mistyped PIN, a phone number, or a name. Pure. */
export type BuyerText =
  | { kind: 'empty' }
  | { kind: 'pin'; pin: string }
  /** Begins or counts like a PIN and is none; `corrected`: the PIN that looks the same. */
  | { kind: 'slip'; corrected: string | null }
  /** A phone number, or a part of one: it finds a customer of the shop. */
  | { kind: 'phone' }
  | { kind: 'name'; name: string }

const pinShape = /^[A-Z]\d{9}[A-Z]$/

/** Characters that are taken for each other. */
const digitFor: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}
const letterFor: Record<string, string> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' }
/** More than these is another text, and no PIN. */
const mostSlips = 3

/** A letter, nine digits and a letter, where the text looks like that. */
function correct(bare: string): string | null {
  const pin = [...bare]
    .map((character, index) => {
      const instead = index === 0 || index === 10 ? letterFor : digitFor
      return instead[character] ?? character
    })
    .join('')
  const slips = [...pin].filter((character, index) => character !== bare[index]).length
  return pinShape.test(pin) && slips <= mostSlips ? pin : null
}

/** A text of five digits or more, or one that begins like a PIN, is never a name by itself. */
export function readBuyer(typed: string): BuyerText {
  const name = typed.trim()
  if (name === '') return { kind: 'empty' }
  const bare = name.toUpperCase().replace(/[\s.-]/g, '')
  if (pinShape.test(bare)) return { kind: 'pin', pin: bare }
  if (/^(0|\+|254)\d*$/.test(bare)) return { kind: 'phone' }
  const digits = bare.replace(/\D/g, '').length
  const countsLikeOne = /^[A-Z0-9]{10,12}$/.test(bare) && digits >= 3
  if (digits >= 5 || countsLikeOne || /^[A-Z]?\d/.test(bare))
    return { kind: 'slip', corrected: correct(bare) }
  return { kind: 'name', name }
}
