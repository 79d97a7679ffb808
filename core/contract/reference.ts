/** The authority's reference data: code tables, item classes, notices, branches. */
import { z } from 'zod'
import {
  answeredDateTime,
  changedSince,
  isoMoment,
  moment,
  nextCursor,
  optionalText,
  queryPage,
  tableCode,
  taxType,
  yesNo,
} from './fields.ts'
import { operation } from './operation.ts'

const codeRow = z.object({
  class: z.string(),
  className: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  sortOrder: z.int(),
  /** For class 04: the rate in percent, as text. */
  userDefined1: z.string().nullable(),
  active: z.boolean(),
})

/** ISO 8601, UTC; null before the first sync of this kind. */
const lastSyncAt = isoMoment.nullable()

export const referenceOperations = {
  'reference.sync': operation({
    summary: 'Fetch code tables, notices and branches from the authority (spec 4.4)',
    allow: 'manager',
    profile: true,
    rest: { method: 'POST', path: '/sync', role: 'manager', envelope: 'resultCode' },
    input: z.looseObject({}).default({}),
    output: z.object({
      codes: z.boolean(),
      notices: z.boolean(),
      branches: z.boolean(),
      lastSyncAt: isoMoment,
    }),
  }),
  'reference.findCodes': operation({
    summary:
      "The authority's code tables, all or one class (GET /codes; its shape is not in the specification)",
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/codes', role: 'cashier', envelope: 'resultCode' },
    input: z.looseObject({
      cdCls: tableCode
        .optional()
        .describe('the class, such as 04 tax types, 10 quantity units, 17 packages, 24 (or 20) item types'),
      class: tableCode.optional().describe('the same as cdCls'),
      changedSince,
    }),
    output: z.object({
      codes: z.array(
        z.object({
          cdCls: z.string(),
          cdClsNm: z.string(),
          cd: z.string(),
          cdNm: z.string(),
          cdDesc: z.string().nullable(),
          srtOrd: z.int(),
          useYn: yesNo,
          userDfnCd1: z.string().nullable().describe('of class 04: the rate in percent, as text'),
        }),
      ),
      lastSyncAt,
    }),
  }),
  'reference.findNotices': operation({
    summary: "The authority's notices, newest first (GET /notices; its shape is not in the specification)",
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/notices', role: 'cashier', envelope: 'resultCode' },
    input: z.looseObject({ changedSince, ...queryPage }),
    output: z.object({
      notices: z.array(
        z.object({
          noticeNo: z.int(),
          title: z.string(),
          cont: z.string(),
          dtlUrl: z.string().nullable(),
          regrNm: z.string().nullable(),
          regDt: answeredDateTime,
        }),
      ),
      lastSyncAt,
      nextCursor,
    }),
  }),
  'reference.findBranches': operation({
    summary: "The taxpayer's branches (GET /branches; its shape is not in the specification)",
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/branches', role: 'cashier', envelope: 'resultCode' },
    input: z.looseObject({ changedSince }),
    output: z.object({
      branches: z.array(
        z.object({
          bhfId: z.string(),
          bhfNm: z.string(),
          bhfSttsCd: z.string().nullable(),
          prvncNm: z.string().nullable(),
          dstrtNm: z.string().nullable(),
          sctrNm: z.string().nullable(),
          locDesc: z.string().nullable(),
          mgrNm: z.string().nullable(),
          mgrTelNo: z.string().nullable(),
          mgrEmail: z.string().nullable(),
          hqYn: yesNo,
        }),
      ),
      lastSyncAt,
    }),
  }),
  'reference.state': operation({
    summary: 'The amount of reference data, and the time of the last sync',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({
      codes: z.int(),
      itemClasses: z.int(),
      notices: z.int(),
      branches: z.int(),
      lastSyncAt: moment.nullable(),
    }),
  }),
  'reference.codes': operation({
    summary: "One of the authority's code tables",
    allow: 'cashier',
    profile: true,
    input: z.object({ class: tableCode }),
    output: z.object({ codes: z.array(codeRow) }),
  }),
  'reference.taxRates': operation({
    summary:
      'Percent per tax letter as used for sales: the rate that the authority enforces, otherwise the one it lists',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ rates: z.record(taxType, z.number()) }),
  }),
  'reference.itemClasses': operation({
    summary: 'Search the ten-digit item classes by name or number',
    allow: 'cashier',
    profile: true,
    input: z.object({
      text: optionalText(600),
      /** true: the text is the name of goods, and a class may match some of its words. The best match comes first. */
      propose: z.boolean().default(false),
      limit: z.int().min(1).max(100).default(30),
    }),
    output: z.object({
      classes: z.array(z.object({ code: z.string(), name: z.string(), taxType: z.string().nullable() })),
    }),
  }),
  'reference.notices': operation({
    summary: "The authority's notices, newest first",
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({
      notices: z.array(
        z.object({
          number: z.int(),
          title: z.string(),
          content: z.string(),
          url: z.string().nullable(),
          registeredAt: z.string(),
        }),
      ),
    }),
  }),
}
