/** 2.4, 4.5 to 4.7: customers and branch insurance. */
import type { Caller } from '../support/shop.ts'
import { type Endpoint, optional, required } from '../support/table.ts'
import { yesOrNo } from './formats.ts'

/** A PIN for each number: a letter, nine digits, a letter. */
const pinOf = (n: number): string => `A${String(n).padStart(9, '0')}Z`

const saved = async ({ gets }: Caller, n: number) => {
  await gets('POST', '/customers', { custTin: pinOf(n), custNm: `Customer ${n}` })
  return { ':customerId': pinOf(n), ':pin': pinOf(n), custTin: pinOf(n) }
}

const rest = {
  custNo: optional('string', '001'),
  adrs: optional('string', 'Kimathi Street 3, Nairobi'),
  telNo: optional('string', '0712345678'),
  email: optional('string', 'wanjiru@example.co.ke'),
  faxNo: optional('string', '020123456'),
  useYn: optional('string', 'Y', { allowed: yesOrNo }),
  regrId: optional('string', 'u1'),
  regrNm: optional('string', 'User'),
  modrId: optional('string', 'u1'),
  modrNm: optional('string', 'User'),
}

export const customers: Endpoint[] = [
  {
    method: 'POST',
    path: '/customers',
    source: '4.5',
    envelope: 'successFlag',
    fields: {
      custTin: required('string', pinOf),
      custNm: required('string', (n: number) => `Customer ${n}`),
      ...rest,
    },
    response: { resultCd: /^000$/, resultMsg: 'string' },
  },
  {
    method: 'PATCH',
    path: '/customers/{customerId}',
    source: '4.6',
    envelope: 'successFlag',
    before: saved,
    parameters: { customerId: pinOf },
    fields: { custNm: optional('string', 'Another name'), ...rest },
    response: { custTin: /^A\d{9}Z$/, custNm: 'string' },
  },
  {
    method: 'GET',
    path: '/customers/{pin}',
    source: '4.0',
    before: saved,
    parameters: { pin: pinOf },
    fields: {},
    response: { custTin: /^A\d{9}Z$/, custNm: 'string' },
  },
  { method: 'POST', path: '/branch/insurances', source: '4.7', fields: {}, response: {} },
]
