import type { CauseDocument } from '../../../../core/contract/queue.ts'
import { money } from '../../../components/Amount.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { documentName, type Say } from '../explain.ts'

/** `Sale T1-11 · 14:02 · 775.00`. */
export const documentLine = (document: CauseDocument, say: Say, now: number): string =>
  [
    documentName(document, say),
    formatMoment(document.at, now),
    ...(document.amount === null ? [] : [money(document.amount)]),
  ].join(' · ')
