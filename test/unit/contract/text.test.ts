/** One rule for names and other lines of text, at the window and over REST. */
import { describe, expect, it } from 'vitest'
import { optionalText, text } from '../../../core/contract/fields.ts'
import { withoutMarks } from '../../../renderer/queries/plain.ts'

const refused = {
  'a zero width space': '\u200b',
  'zero width joiners alone': '\u200d\u200c',
  'a no-break space and a mark': '\u00a0\u0301',
  'a Hangul filler': '\u3164',
  'an empty Braille cell': '\u2800',
  'a variation selector': '\ufe0f',
  'private use': '\ue000',
  'tag characters': '\u{e0042}\u{e0052}',
  'a lone surrogate': '\ud800',
}
const refusedInside = {
  'a zero width space': 'Bar\u200bsoap',
  'an override': 'Bar \u202esoap',
  'an isolate': 'Bar \u2067soap\u2069',
  'a soft hyphen': 'Bar\u00adsoap',
  'private use': 'Soap \ue000',
  'a tag': 'Soap \u{e0041}',
  'a line separator': 'Bar\u2028soap',
  'a control character': 'Bar\u0007soap',
  'a noncharacter': 'Soap \uffff',
}
const taken = [
  'Sabuni ya kipande 800 g',
  'Crème brûlée – 65 %',
  'ሻይ ቅጠል',
  'صابون',
  'می\u200cخواهم',
  '👨\u200d👩\u200d👧 nappies',
  '❤\ufe0f',
  '1',
  '–',
]

describe('a name', () => {
  it.each(Object.entries(refused))('of nothing but %s is refused', (_, name) => {
    expect(text(60).safeParse(name).success).toBe(false)
    expect(optionalText(60).safeParse(name).success).toBe(false)
  })

  it.each(Object.entries(refusedInside))('with %s inside is refused', (_, name) => {
    expect(text(60).safeParse(name).success).toBe(false)
  })

  it.each(taken)('%s is taken as it is', (name) => {
    expect(text(60).parse(name)).toBe(name)
  })
})

it('an answer reaches the screens without marks that turn the reading direction', () => {
  const answer = { items: [{ name: 'Soap\u202e 005', price: 5, barcode: null }], text: 'one\ntwo' }
  expect(withoutMarks(answer)).toEqual({
    items: [{ name: 'Soap 005', price: 5, barcode: null }],
    text: 'one\ntwo',
  })
})
