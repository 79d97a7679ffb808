/**
 * Checks whether a receipt is genuine, with our own record, then with the authority's (`spec 4.18`, `authority §1.4`
 * no. 21).
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { submissionOfNumber } from '../../../db/profile/numbersSent.ts'
import { device } from '../../../db/profile/reference.ts'
import { signatureOf, signedAs } from '../../../db/profile/signatures.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { lookUpTaxpayer, taxpayerInfo } from '../../shop/customers/lookUpTaxpayer.ts'
import { notReady } from '../../shop/failures.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

type Input = ParsedInputOf<'invoice.verify'>

const notReached = () =>
  fail(
    '006',
    'authority.notReached',
    'The tax authority is needed for this and cannot be reached. Try again in 30 seconds.',
  )

/** Paper shows signatures in groups. */
const bare = (signature: string): string => signature.replaceAll('-', '').toUpperCase()

/** Returns what our own record says; null if only the authority can decide. */
const byOwnRecord = (db: Db, number: string, signature: string): boolean | null => {
  const signed = signedAs(db, signature)
  const names = [signed?.number, signed?.trader_number, signed && String(signed.authority_number)]
  if (names.includes(number)) return true
  if (!/^\d{1,15}$/.test(number)) return false
  const own = submissionOfNumber(db, 'sales', Number(number))
  const ours = own?.invoice_id ? signatureOf(db, own.invoice_id) : undefined
  // The authority uses a number once. Another signature in our record makes the query needless.
  return ours?.signature ? false : null
}

const verified = async (context: ProfileContext, { orgInvcNo, rcptSign }: Input): Promise<Reply<boolean>> => {
  const { profile, db, ports, lookUpMs } = context
  const signature = bare(rcptSign)
  const own = byOwnRecord(db, orgInvcNo, signature)
  if (own !== null) return ok(own)
  const asked = profile.authority.findInvoice(Number(orgInvcNo)).then((answer) => {
    profile.reach.note(answer)
    return answer
  })
  const answer = await Promise.race([
    asked,
    new Promise<null>((resolve) => ports.clock.after(lookUpMs, () => resolve(null))),
  ])
  if (answer?.kind === 'accepted') return ok(answer.data.signature?.signature === signature)
  return answer?.kind === 'nothingFound' ? ok(false) : notReached()
}

export const verifyInvoice: Handler<'invoice.verify'> = async (input, context) => {
  if (!device(context.db)) return notReady()
  const found = await verified(context, input)
  if (!found.ok) return found
  const { orgInvcNo, rcptSign, pin } = input
  const answer = { verified: found.data, orgInvcNo, rcptSign }
  const verifiedAt = () => new Date(context.profile.now()).toISOString()
  if (!pin) return ok({ ...answer, verifiedAt: verifiedAt() })
  const { taxpayer, asked } = await lookUpTaxpayer(context.profile, pin, context.lookUpMs)
  if (!taxpayer && !asked) return notReached()
  return ok({ ...answer, ...(taxpayer && { taxpayer: taxpayerInfo(taxpayer) }), verifiedAt: verifiedAt() })
}
