import { auditCopy, paperNumber, type Unofficial } from '../../../db/profile/unofficial.ts'
import { whoOf } from '../../access/actor.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { composeUnofficial } from '../../shop/unofficial/compose.ts'
import type { ProfileContext } from '../context.ts'
import { type Paper, printCounted } from './printCounted.ts'

/** The series that counts the prints of a paper. */
export const printsOf = (paper: Unofficial): string => `print.${paperNumber(paper)}`

/** Prints an unofficial paper: the first time as it is, then as numbered copies, which the audit trail holds. */
export const printUnofficial = (
  context: ProfileContext,
  asked: Parameters<typeof printCounted>[1],
  paperOf: () => Reply<Unofficial>,
): ReturnType<typeof printCounted> => {
  const { profile, db, actor, ports } = context
  return printCounted(context, asked, () => {
    const found = paperOf()
    if (!found.ok) return found
    const paper = found.data
    return ok<Paper>({
      series: printsOf(paper),
      use: 'receipts',
      model: (copy) => composeUnofficial(profile, paper, copy),
      counted: (copy) => {
        if (copy > 0) auditCopy(db, paper, { who: whoOf(actor), at: ports.clock.now() })
      },
    })
  })
}
