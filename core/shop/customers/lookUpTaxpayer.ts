/** Looks up a tax PIN at the authority, and stores the answer for hours without a connection. */

import type { z } from 'zod'
import { storeTaxpayer, type TaxpayerCacheRow, taxpayerByPin } from '../../../db/profile/customers.ts'
import { device } from '../../../db/profile/reference.ts'
import type { taxpayerFound } from '../../contract/customer.ts'
import type { Profile } from '../../profile/profile.ts'

/** A stored answer is valid for a day. */
const freshMs = 86_400_000

/** Asks the authority for at most `ms` milliseconds. Returns whether it responded. */
const ask = async (
  { authority, reach, db, ports }: Profile,
  pin: string,
  patienceMs: number,
): Promise<boolean> => {
  const asked = authority.taxpayer(pin).then((answer) => {
    reach.note(answer)
    if (answer.kind === 'accepted') {
      storeTaxpayer(db, {
        pin,
        name: answer.data.name,
        active: answer.data.active ? 1 : 0,
        county: answer.data.county,
        place: answer.data.place,
        checked_at: ports.clock.now(),
      })
    }
    return answer.kind === 'accepted' || answer.kind === 'nothingFound'
  })
  const patience = new Promise<false>((resolve) => ports.clock.after(patienceMs, () => resolve(false)))
  return Promise.race([asked, patience])
}

/**
 * Returns the taxpayer of a PIN. `asked` false: the authority did not respond within `patienceMs` milliseconds, and
 * the stored answer, if any, is older than a day.
 */
export const lookUpTaxpayer = async (
  profile: Profile,
  pin: string,
  patienceMs: number,
): Promise<{ taxpayer: TaxpayerCacheRow | undefined; asked: boolean }> => {
  const { db, ports } = profile
  const known = taxpayerByPin(db, pin)
  const fresh = known !== undefined && ports.clock.now() - known.checked_at < freshMs
  const asked = fresh || (device(db) !== undefined && (await ask(profile, pin, patienceMs)))
  return { taxpayer: taxpayerByPin(db, pin), asked }
}

/**
 * Returns a taxpayer in the form of `spec 2.12`. The authority's directory has no branches, so the branch is the head
 * office.
 */
export const taxpayerInfo = ({ name, pin, county }: TaxpayerCacheRow): z.infer<typeof taxpayerFound> => ({
  taxprNm: name,
  tin: pin,
  bhfId: '00',
  prvncNm: county ?? '',
})
