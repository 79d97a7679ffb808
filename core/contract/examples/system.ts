import type { Examples } from './example.ts'

const deviceInfo = { sdcId: 'KRACU0100000001', mrcNo: 'WIS01000001', deviceStatus: 'ACTIVE' } as const

export const systemExamples = {
  'system.health': { response: { status: 'UP', time: '2026-03-01T07:15:00.000Z' } },
  'system.status': {
    response: {
      version: '0.1.0',
      apps: 1,
      queueDepth: 0,
      needsAttention: 0,
      oldestAgeSeconds: null,
      authorityReachable: true,
      disk: 'ok',
      incomplete: false,
    },
  },
  'device.initialize': {
    request: {},
    response: { deviceInfo, syncResult: { codes: true, notices: true, branches: true } },
  },
  'device.setup': { request: { deviceSerialNumber: 'KAU-0001' }, response: deviceInfo },
  'reference.sync': {
    request: {},
    response: { codes: true, notices: true, branches: true, lastSyncAt: '2026-03-01T07:15:02.000Z' },
  },
  'reference.findCodes': {
    request: { cdCls: '04' },
    response: {
      codes: [
        {
          cdCls: '04',
          cdClsNm: 'Taxation Type',
          cd: 'B',
          cdNm: 'B-VAT 16%',
          cdDesc: 'B-16.00%',
          srtOrd: 2,
          useYn: 'Y',
          userDfnCd1: '16',
        },
      ],
      lastSyncAt: '2026-03-01T07:15:02.000Z',
    },
  },
  'reference.findNotices': {
    request: { limit: 1 },
    response: {
      notices: [
        {
          noticeNo: 5,
          title: 'Validation of returns',
          cont: 'Income and expenses are validated against electronic tax invoices.',
          dtlUrl: null,
          regrNm: 'Administrator',
          regDt: '20260105070000',
        },
      ],
      lastSyncAt: '2026-03-01T07:15:02.000Z',
      nextCursor: 'WyIyMDI2MDEwNTA3MDAwMCIsNV0',
    },
  },
  'reference.findBranches': {
    request: {},
    response: {
      branches: [
        {
          bhfId: '00',
          bhfNm: 'Headquarter',
          bhfSttsCd: '01',
          prvncNm: 'NAIROBI CITY',
          dstrtNm: 'WESTLANDS',
          sctrNm: 'PARKLANDS',
          locDesc: 'Plot 5',
          mgrNm: 'A. Manager',
          mgrTelNo: '0700000001',
          mgrEmail: 'manager@example.co.ke',
          hqYn: 'Y',
        },
      ],
      lastSyncAt: '2026-03-01T07:15:02.000Z',
    },
  },
} satisfies Examples
