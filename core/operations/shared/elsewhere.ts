/** What a person may look for that another till of the branch made. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import { otherTills } from '../../../db/profile/hubTills.ts'
import type { SalesQuery } from '../../contract/hub/credits.ts'

/** Returns the signature in what was typed or scanned; undefined: it is none. */
export const signatureIn = (typed: string): string | undefined => {
  // The QR address ends with PIN (11), branch (2) and signature (16). Paper shows the signature with dashes
  // (`authority §4.5`).
  const fromQr = /data=[A-Z]\d{9}[A-Z]\d{2}([A-Z2-7]{16})$/i.exec(typed)?.[1]
  const bare = typed.replaceAll('-', '').toUpperCase()
  return fromQr?.toUpperCase() ?? (/^[A-Z2-7]{16}$/.test(bare) ? bare : undefined)
}

/** A number of a till begins with the till's name, which no two tills of a hub share. Returns it as its till writes it. */
const numberElsewhere = (db: Db, own: string, text: string): { till: string; number: string } | null => {
  const [, name, rest] = /^\s*(.+)(-(?:CN-)?\d+)\s*$/i.exec(text) ?? []
  const till = otherTills(db, own).find((each) => each.name.toUpperCase() === name?.toUpperCase())
  return till ? { till: till.name, number: `${till.name}${rest?.toUpperCase()}` } : null
}

/**
 * Returns what the hub may be asked for; null: it could not know a receipt by that text, or the till works alone. `till`: the
 * one that makes such numbers.
 */
export const elsewhereQuery = (db: Db, text: string): { query: SalesQuery; till: string | null } | null => {
  const own = hubLinkRow(db)?.origin
  if (own === undefined) return null
  const signature = signatureIn(text)
  if (signature !== undefined) return { query: { signature }, till: null }
  const found = numberElsewhere(db, own, text)
  return found && { query: { number: found.number }, till: found.till }
}
