/** How often things happen in a world. */
import type { PersonAct } from './people.ts'

/** What goes wrong. */
export type Trouble =
  | 'killTill'
  | 'killHub'
  | 'hubAway'
  | 'tillAway'
  | 'look'
  | 'copyHub'
  | 'putHubBack'
  | 'loseHub'
  | 'takeOver'
  | 'killSigner'
  | 'deafSigner'
  | 'outage'
  | 'disk'
  | 'copyTill'
  | 'putTillBack'
  | 'cloneTill'
  | 'pairAnew'

const shares: Record<PersonAct | Trouble, number> = {
  ...{
    sell: 40,
    credit: 5,
    stockUp: 6,
    deliver: 0,
    makeItem: 2,
    setPrice: 5,
    setLetter: 0,
    resend: 4,
    park: 4,
    resume: 4,
    debt: 3,
  },
  ...{ killTill: 3, killHub: 4, hubAway: 1, tillAway: 2, look: 2, copyHub: 2, putHubBack: 1, loseHub: 0 },
  ...{ takeOver: 1, killSigner: 2, deafSigner: 1, outage: 1, disk: 3 },
  ...{ copyTill: 1, putTillBack: 1, cloneTill: 2, pairAnew: 3 },
}
type Shares = Partial<typeof shares>
const choicesOf = (of: Shares) =>
  Object.entries(of).flatMap(([name, count]) => Array<keyof Shares>(count).fill(name as keyof Shares))
const usual = choicesOf(shares)
/** Signers take the seat from one another. */
const seatTaken = { ...shares, takeOver: 5, killSigner: 4, deafSigner: 3, makeItem: 4 }
/** What happens more often in a fifth, a tenth or a twentieth of the worlds each, by the last digits of the seed. */
const themes: Record<number, (keyof Shares)[]> = {
  /** Processes die. */
  0: choicesOf({ ...shares, killTill: 12, killHub: 8, killSigner: 8 }),
  /**
   * Tax letters change. Nothing is put back there: a till that lost what it sold under the old letter would send it late.
   */
  2: choicesOf({ ...shares, setLetter: 6, putHubBack: 0, putTillBack: 0, cloneTill: 0 }),
  /** The hub is put back. */
  3: choicesOf({ ...shares, copyHub: 4, putHubBack: 4, sell: 50 }),
  /**
   * The hub's computer is lost, and the deputy takes over, with the last copy or without any. The hub of the next epoch has
   * what the tills have now, so nothing is put back.
   */
  6: choicesOf({
    ...shares,
    loseHub: 2,
    copyHub: 4,
    hubAway: 0,
    putHubBack: 0,
    putTillBack: 0,
  }),
  4: choicesOf(seatTaken),
  /** The hub is put back meanwhile. */
  14: choicesOf({ ...seatTaken, copyHub: 4, putHubBack: 4 }),
}

/**
 * Suppliers deliver too. No till is put back or copied there: the goods of one invoice would be taken in twice, and the
 * authority takes the second confirmation for one of another branch.
 */
export const suppliersDeliver = (seed: number): boolean => [4, 6, 10].includes(seed % 20)

/** What may happen in the world of a seed, each as many times as its share. */
export const choicesFor = (seed: number): readonly (keyof Shares)[] => {
  const choices = themes[seed % 20] ?? themes[seed % 10] ?? themes[seed % 5] ?? usual
  if (!suppliersDeliver(seed)) return choices
  const isApart = new Set<keyof Shares>(['copyTill', 'putTillBack', 'cloneTill'])
  return [...choices.filter((each) => !isApart.has(each)), ...choicesOf({ deliver: 6 })]
}
