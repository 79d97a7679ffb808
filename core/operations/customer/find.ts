import { type CustomerRow, customerByPin, type TaxpayerCacheRow } from '../../../db/profile/customers.ts'
import { device } from '../../../db/profile/reference.ts'
import { fail, ok } from '../../contract/errors.ts'
import { lookUpTaxpayer, taxpayerInfo } from '../../shop/customers/lookUpTaxpayer.ts'
import { notReady } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { yesNo } from '../shared/wireValues.ts'

const unknownTaxpayer = { tin: null, taxprNm: null, bhfId: null, prvncNm: null }

const found = (pin: string, own: CustomerRow | undefined, taxpayer: TaxpayerCacheRow | undefined) => ({
  custTin: pin,
  custNm: own?.name ?? taxpayer?.name ?? '',
  custNo: own?.list_number ?? null,
  adrs: own?.address ?? null,
  telNo: own?.phone ?? null,
  email: own?.email ?? null,
  faxNo: own?.fax ?? null,
  remark: own?.remark ?? null,
  useYn: own ? yesNo(own.active) : null,
  regrId: own?.author_id ?? null,
  regrNm: own?.author_name ?? null,
  modrId: own?.modifier_id ?? null,
  modrNm: own?.modifier_name ?? null,
  registered: own !== undefined,
  ...(taxpayer ? taxpayerInfo(taxpayer) : unknownTaxpayer),
  taxprSttsCd: taxpayer ? (taxpayer.active === 1 ? ('A' as const) : ('D' as const)) : null,
  locDesc: taxpayer?.place ?? null,
  checkedAt: taxpayer ? new Date(taxpayer.checked_at).toISOString() : null,
})

export const findCustomer: Handler<'customer.find'> = async ({ pin }, { profile, db, lookUpMs }) => {
  if (!device(db)) return notReady()
  const { taxpayer, asked } = await lookUpTaxpayer(profile, pin, lookUpMs)
  const own = customerByPin(db, pin)
  if (own || taxpayer) return ok(found(pin, own, taxpayer))
  if (asked)
    return ok(null, 'No customer with this PIN is stored here, and the tax authority does not know the PIN.')
  return fail(
    '006',
    'authority.notReached',
    'No customer with this PIN is stored here, and the tax authority cannot be reached. Try again in 30 seconds.',
  )
}
