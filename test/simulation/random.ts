/** One stream of chance for a whole run: the same seed, the same run. */
export interface Random {
  /** 0 up to, not including, 1. */
  next(): number
  chance(probability: number): boolean
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
}

/** Mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    chance: (probability) => next() < probability,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number],
  }
}
