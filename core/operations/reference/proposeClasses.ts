/** Proposes the authority's item classes by the names of an item and its category. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { itemClassesWith } from '../../../db/profile/reference.ts'

/** The authority names its classes in English, but goods in Kenya often have Swahili names. */
const english: Record<string, string> = {
  chai: 'tea',
  chumvi: 'salt',
  daftari: 'book',
  dawa: 'medicine',
  kahawa: 'coffee',
  kalamu: 'pen',
  karatasi: 'paper',
  kiberiti: 'match',
  kuku: 'chicken',
  maharagwe: 'bean',
  maji: 'water',
  mafuta: 'oil',
  mayai: 'egg',
  maziwa: 'milk',
  mchele: 'rice',
  mkate: 'bread',
  mshumaa: 'candle',
  ndizi: 'banana',
  nyama: 'meat',
  nyanya: 'tomato',
  sabuni: 'soap',
  samaki: 'fish',
  soda: 'soft',
  sukari: 'sugar',
  sukuma: 'kale',
  unga: 'flour',
  viazi: 'potato',
  vitunguu: 'onion',
}
/** Words that say nothing about the kind of goods. */
const empty = new Set(['and', 'for', 'the', 'one', 'with', 'pack', 'packet', 'piece', 'size'])

/** Words that only tell goods of one kind apart: white bread is bread, not white sugar. */
const describing = new Set(
  (
    'white brown black red blue green yellow orange pink plain mixed assorted ' +
    'fresh dry dried loose whole pure new long short hard sweet hot cold large medium small big mini'
  ).split(' '),
)

/** Words searched per text. Lists of goods repeat the same words. */
const mostWords = 12
/** Maximum number of classes to compare. */
const mostClasses = 2_000

const stemOf = (word: string): string => english[word] ?? word.replace(/(?<=\p{L}{3})(ies|es|s)$/u, '')

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !empty.has(word)).map(stemOf)

/** Most likely first. A class scores for each word that it shares with the text; rarer words score more. */
export const proposeItemClasses = (db: Db, text: string, limit: number) => {
  const often = new Map<string, number>()
  for (const word of wordsIn(text)) often.set(word, (often.get(word) ?? 0) + 1)
  const stems = [...often.keys()].toSorted((a, b) => (often.get(b) ?? 0) - (often.get(a) ?? 0))
  const wanted = stems.slice(0, mostWords)
  if (wanted.length === 0) return []
  const found = itemClassesWith(db, wanted, mostClasses).map((row) => {
    const words = row.name.toLowerCase().match(/\p{L}+/gu) ?? []
    return { row, words, has: wanted.filter((stem) => words.some((word) => word.startsWith(stem))) }
  })
  const weights = new Map(
    wanted.map((stem) => {
      const classes = found.filter(({ has }) => has.includes(stem)).length
      const rarity = Math.log(1 + found.length / Math.max(1, classes))
      return [stem, (often.get(stem) ?? 0) * rarity * (describing.has(stem) ? 0.1 : 1)]
    }),
  )
  const merit = ({ words, has }: (typeof found)[number]): number =>
    has.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0) + has.length / words.length
  return found
    .map((each) => ({ row: each.row, merit: merit(each) }))
    .toSorted((a, b) => b.merit - a.merit)
    .slice(0, limit)
    .map(({ row }) => row)
}
