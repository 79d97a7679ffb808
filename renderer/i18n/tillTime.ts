/** Kaunta's own time, which follows the authority's, not that of a computer whose date may be wrong. */

/** Kaunta's time minus this computer's, milliseconds. */
let offsetMs = 0

export const setTillOffset = (ms: number): void => {
  offsetMs = ms
}

/** Epoch milliseconds. */
export const tillNow = (): number => Date.now() + offsetMs
