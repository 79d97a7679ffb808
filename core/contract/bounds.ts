/** Bounds that screens check as well, without the schemas' library. */

/** Ports below are the system's own; `usual` is the one that is proposed. */
export const restPorts = { min: 1024, max: 65_535, usual: 7460 } as const

/** Characters of a key that was issued elsewhere: too short a one could be guessed. */
export const foreignKeyLength = { min: 24, max: 200 } as const
