/** What a session in training may do, and which operations answer otherwise there. Everything else is refused. */
import { customerByPin } from '../../../db/profile/customers.ts'
import type { Actor } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { OperationName } from '../../contract/index.ts'
import { customerOf } from '../customer/view.ts'
import type { Handler } from '../shared/handler.ts'
import { looks } from '../shared/looks.ts'
import { completeInTraining } from './complete.ts'
import { creditInTraining } from './credit.ts'
import { getInTraining, listInTraining, previewInTraining, printInTraining } from './receipts.ts'

/** The open sale of the shop stays as it was kept, and its customers as the authority named them last. */
export const answersInTraining: { [N in OperationName]?: Handler<N> } = {
  'sale.complete': completeInTraining,
  'sale.keepDraft': () => ok({}),
  'sale.drafts': () => ok({ drafts: [] }),
  'sale.void': () => ok({}),
  'sale.parked': () => ok({ sales: [], silentSince: null }),
  'sale.paidWith': () => ok({ receipt: null }),
  'customer.lookUp': ({ pin }, { db }) => {
    const own = customerByPin(db, pin)
    return ok({ customer: own ? customerOf(db, own) : null, askedAuthority: false })
  },
  'invoice.list': listInTraining,
  'invoice.get': getInTraining,
  'invoice.credit': creditInTraining,
  'receipt.preview': previewInTraining,
  'receipt.print': printInTraining,
  // A training paper counts when it is printed. Nobody is asked about it.
  'receipt.printed': () => ok({}),
}

/** Looks that write elsewhere, or into the shop's books. */
const writing: readonly OperationName[] = ['folder.create', 'backup.saveElsewhere']
const also: readonly OperationName[] = [
  ...(['training.end', 'workspace.setLanguage', 'file.open', 'file.copy'] as const),
  ...(['item.getMany', 'item.categoryClasses', 'reference.taxRates', 'approval.people'] as const),
  ...(['audit.list', 'account.look', 'account.find'] as const),
]
const allowed: ReadonlySet<string> = new Set<string>([
  ...[...looks].filter((name) => !writing.includes(name)),
  ...Object.keys(answersInTraining),
  ...also,
])

export const isTraining = (actor: Actor): boolean => actor.kind === 'person' && actor.training === true

export const mayInTraining = (name: OperationName): boolean => allowed.has(name)
