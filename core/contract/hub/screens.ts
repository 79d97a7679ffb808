/** The hub's screens in a browser of the network: who may open them, and what the page learns. */
import { z } from 'zod'
import { text } from '../fields.ts'
import { actingPerson } from './wire.ts'

/** Characters. */
export const shortestPassword = 12
export const longestPassword = 200

export const screenName = text(40)
export const screenPassword = z.string().min(shortestPassword).max(longestPassword)

/** An owner sets a name and a password at a till. */
export const screenAccountRequest = z.object({
  by: actingPerson.extend({ uid: z.uuid() }),
  name: screenName,
  password: screenPassword,
})

export const screensView = z.object({
  /** Where a browser of the network opens them; empty: this hub has no screens. */
  addresses: z.array(z.string()),
  /** SHA-256 of the hub's certificate, as browsers show it. */
  fingerprint: z.string(),
  /** Who of the branch has a password: the name to sign in with. */
  names: z.array(z.string()),
})
export type ScreensView = z.infer<typeof screensView>

/** A browser signs in. */
export const signIn = z.object({ name: z.string().max(200), password: z.string().max(longestPassword) })

/** Who is signed in, and what can be looked at. */
export const screenSession = z.object({
  name: z.string(),
  /** The authority's `bhfId` of each branch. */
  branches: z.array(z.string()),
  /** By the hub's clock. */
  now: z.int(),
})
export type ScreenSession = z.infer<typeof screenSession>
