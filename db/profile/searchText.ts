/** Typed text as a search of the word index, in FTS5's syntax. Each word is quoted, so that nothing typed is an operator. */

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const isNumber = (word: string | undefined): word is string => word !== undefined && /^\p{N}+$/u.test(word)
const isLetters = (word: string | undefined): word is string => word !== undefined && /^\p{L}+$/u.test(word)
/** `2kg`, `500ml`: a number with its unit in one word. */
const joined = /^(\p{N}+)(\p{L}+)$/u

/** The words of a search, each as a condition. Labels write `2kg` and `2 kg`, so each finds the other. */
const conditionsOf = (words: string[]): string[] => {
  const conditions: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', next] = [words[at], words[at + 1]]
    const [, number, unit] = joined.exec(word) ?? []
    if (number !== undefined) conditions.push(`("${word}"* OR "${number} ${unit}" *)`)
    else if (isNumber(word) && isLetters(next)) {
      conditions.push(`(("${word}"* AND "${next}"*) OR "${word}${next}"*)`)
      at += 1
    } else conditions.push(`"${word}"*`)
  }
  return conditions
}

const every = (conditions: string[]): string =>
  conditions.join(conditions.some((condition) => condition.startsWith('(')) ? ' AND ' : ' ')

/** Every word as a prefix, in any order; null: no word was typed. */
export const matchExpression = (text: string): string | null => every(conditionsOf(wordsOf(text))) || null

/** Names that begin with these words in order, the last one as a prefix. */
export const beginExpression = (text: string): string => {
  const typed = wordsOf(text).join(' ')
  const apart = typed.replace(/(?<= |^)(\p{N}+)(\p{L}+)(?= |$)/gu, '$1 $2')
  const together = typed.replace(/(?<= |^)(\p{N}+) (\p{L}+)(?= |$)/gu, '$1$2')
  const starts = [...new Set([typed, apart, together])].map((words) => `^ "${words}" *`)
  return `{name second_name} : ${starts.length === 1 ? starts[0] : `(${starts.join(' OR ')})`}`
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']
/** Letters. With fewer, almost every word is one error away; with more, a search would take too long. */
const correctable = { min: 3, max: 16 }

/** What a word may have been meant as: two letters swapped, one missing, one wrong, or one too many. */
const meantBy = (word: string): string[] => {
  const places = Array.from({ length: word.length }, (_, at) => at)
  const swapped = places
    .slice(1)
    .map((at) => `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`)
  const missing = places.flatMap((at) =>
    alphabet.map((letter) => `${word.slice(0, at)}${letter}${word.slice(at)}`),
  )
  const longer = (meant: string[]) => [...new Set(meant)].map((each) => `"${each}"*`)
  // Three letters with one of them wrong begin too many words.
  if (word.length === correctable.min) return longer([...swapped, ...missing])
  const wrong = places.flatMap((at) =>
    alphabet.map((letter) => `${word.slice(0, at)}${letter}${word.slice(at + 1)}`),
  )
  const extra = places.map((at) => `${word.slice(0, at)}${word.slice(at + 1)}`)
  return [
    ...longer([...swapped, ...missing, ...wrong]),
    ...extra.map((meant) => (meant.length > correctable.min ? `"${meant}"*` : `"${meant}"`)),
  ]
}

/**
 * The same search with its first unknown word read as something else: one typing error corrected, or two letters as the
 * short form of a longer word (`bar sp` for bar soap), which `fits` finds in a name. null: it has no other reading.
 */
export const correctedExpression = (
  text: string,
  isKnown: (match: string) => boolean,
): { match: string; fits?: (name: string) => boolean } | null => {
  const words = wordsOf(text.toLowerCase())
  const at = words.findIndex((word) => isLetters(word) && !isKnown(`"${word}"*`))
  const word = words[at]
  if (word === undefined || word.length > correctable.max) return null
  const others = conditionsOf(words.toSpliced(at, 1))
  if (word.length >= correctable.min) return { match: every([`(${meantBy(word).join(' OR ')})`, ...others]) }
  // Alone, two letters are short for almost every word.
  if (word.length !== 2 || others.length === 0) return null
  const short = new RegExp(`(?<!\\p{L})${word[0]}\\p{L}*${word[1]}`, 'iu')
  return { match: every(others), fits: (name) => short.test(name) }
}
