import { text } from '../body.ts'
import { AUDIT, fields } from '../checks/fields.ts'
import type { Call } from './call.ts'
import { saveRecord } from './record.ts'

const saveBhfCustomer: Call = {
  name: 'saveBhfCustomer',
  aliases: ['branchSendCustomerInfo'],
  fields: {
    members:
      fields(`custNo C9 Y, custTin C11 Y, custNm C60 Y, adrs C300 N, telNo C20 N, email C50 N, faxNo C20 N
      useYn C1 Y, remark C1000 N, ${AUDIT}`),
    missing: { custTin: 'custTin cannot be empty or Null' },
  },
  // The branch's list is kept by PIN; customers may share a number (spec 4.5).
  run: (request) => saveRecord(request, { kind: 'customer', code: text(request.body, 'custTin') }),
}

/** The password is not kept. */
const saveBhfUser: Call = {
  name: 'saveBhfUser',
  aliases: ['branchUserAccount'],
  fields: {
    members:
      fields(`userId C20 Y, userNm C60 Y, pwd C255 Y, adrs C200 N, cntc C20 N, authCd C100 N, remark C2000 N
      useYn C1 Y, ${AUDIT}`),
  },
  run: ({ body: { pwd: _, ...body }, ...request }) =>
    saveRecord({ ...request, body }, { kind: 'user', code: text(body, 'userId') }),
}

const saveBhfInsurance: Call = {
  name: 'saveBhfInsurance',
  aliases: ['branchInsuranceInfo'],
  fields: { members: fields(`isrccCd C10 Y, isrccNm C100 Y, isrcRt N3 Y, useYn C1 Y, ${AUDIT}`) },
  run: (request) => saveRecord(request, { kind: 'insurance', code: text(request.body, 'isrccCd') }),
}

export const CUSTOMER_CALLS: readonly Call[] = [saveBhfCustomer, saveBhfUser, saveBhfInsurance]
