/** A fact that cannot be taken yet. It waits, and others are taken. */

/** A document of a till, by its id there. */
export interface WantedDocument {
  /** The till's uid. */
  origin: string
  document: 'invoice' | 'stockRecord'
  id: number
  /** True: the authority rejected it at the till, and a person sends it again. */
  again: boolean
}

/** `reason`: what it waits for, for a person. */
export class FactWaitsError extends Error {
  /** What may be fetched from the hub. */
  readonly wanted: WantedDocument | null

  constructor(reason: string, wanted: WantedDocument | null = null) {
    super(reason)
    this.wanted = wanted
  }
}

/** Throws {@link FactWaitsError} if there is no value. */
export const demand = <T>(
  value: T | undefined | null,
  reason: string,
  wanted: WantedDocument | null = null,
): T => {
  if (value === undefined || value === null) throw new FactWaitsError(reason, wanted)
  return value
}
