import type { Examples } from './example.ts'

export const insuranceExamples = {
  'branch.saveInsurance': {
    request: { isrccCd: 'SHA', isrccNm: 'Social health insurance', isrcRt: 80, useYn: 'Y' },
    response: {
      insurances: [
        {
          isrccCd: 'SHA',
          isrccNm: 'Social health insurance',
          isrcRt: 80,
          useYn: 'Y',
          state: 'registered' as const,
        },
      ],
    },
  },
} satisfies Examples
