import type { Ids, Secrets } from '../base/ports.ts'

/** 256 random bits. */
const secretBytes = 32

/** Returns a random secret of this workspace (base64url), created at its first use and constant afterwards. */
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
    // Two parallel first uses must not create two secrets. A failed one is retried.
    secret ??= findOrMake().catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return secret
  }
}
