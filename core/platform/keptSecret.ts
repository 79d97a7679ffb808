import type { Ids, Secrets } from '../base/ports.ts'

/** 256 random bits. */
const secretBytes = 32

/** A random secret of this installation (base64url), made at its first use and the same from then on. */
export const keptSecret = (
  { secrets, ids }: { secrets: Secrets; ids: Pick<Ids, 'token'> },
  name: string,
): (() => Promise<string>) => {
  const findOrMake = async (): Promise<string> => {
    const kept = await secrets.get(name)
    if (kept !== null) return kept
    const made = ids.token(secretBytes)
    await secrets.set(name, made)
    return made
  }
  let secret: Promise<string> | undefined
  return () => {
    // Two first uses at once must not make two; one that failed is tried again.
    secret ??= findOrMake().catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return secret
  }
}
