/** A customer's statement of a time: on screen, on paper, as a PDF, or for a spreadsheet. */
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../../db/engine/makeFolder.ts'
import { accountBetween, owedBefore } from '../../../db/profile/accounts.ts'
import { standingCustomer } from '../../../db/profile/customers.ts'
import { owedElsewhere } from '../../../db/profile/hubAccounts.ts'
import { authorOf } from '../../access/actor.ts'
import type { Statement } from '../../contract/account.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { dayMs, parseWireDate } from '../../fiscal/dates.ts'
import { buildStatement, statementCsv } from '../../printing/documents/account.ts'
import type { ReceiptModel } from '../../printing/documents/receipt.ts'
import { pruneReceipts, receiptFile } from '../../printing/printers/systemPrinter.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { noCustomer, standingOf } from '../../shop/customers/account.ts'
import { invalid } from '../../shop/failures.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import type { ProfileContext } from '../context.ts'
import { customerOf } from '../customer/view.ts'
import type { Handler } from '../shared/handler.ts'
import { printReportOn } from '../shared/printReportOn.ts'
import { printWhere } from '../shared/printWhere.ts'
import { entryView } from './view.ts'

/** Entries of one statement. */
const most = 1_000

interface Asked {
  customerId: number
  from: string
  to: string
  language: 'en' | 'sw'
}

const statementOf = (
  { customerId, from, to, language }: Asked,
  { profile, db, actor, ports }: ProfileContext,
): Reply<{ statement: Statement; model: ReceiptModel }> => {
  const customer = standingCustomer(db, customerId)
  if (!customer) return noCustomer('customerId')
  const [first, last] = [parseWireDate(from) ?? 0, parseWireDate(to) ?? 0]
  if (last < first) return invalid('to', to, `${from} or a later day`)
  const end = last + dayMs
  return db.transaction(() => {
    const rows = accountBetween(db, customer.id, { from: first, to: end, limit: most + 1 })
    if (rows.length > most) {
      const message = `${customer.name} has more than 1,000 entries in this time. Choose a shorter time.`
      return fail('003', 'account.tooMany', message, { field: 'from', params: { name: customer.name } })
    }
    const entries = rows.map(entryView)
    const before = owedBefore(db, customer.id, first)
    const owed = entries.reduce((sum, { change }) => sum + change, before)
    const isNow = end > profile.now()
    const elsewhere = isNow ? owedElsewhere(db, customer.id) : 0
    const statement = { from, to, owedBefore: before, entries, owed, elsewhere }
    const head = reportHeadOf(profile, { name: authorOf(actor).name, at: ports.clock.now() })
    const ageing = isNow ? standingOf(profile, customer.id).ageing : null
    const model = buildStatement(statement, { customer: customerOf(db, customer), ageing, head, language })
    return ok({ statement, model })
  })
}

export const showStatement: Handler<'account.statement'> = (input, context) => {
  const made = statementOf(input, context)
  if (!made.ok) return made
  const { statement, model } = made.data
  return ok({ statement, html: renderHtml(model, input.paper ?? context.profile.settings().paper) })
}

export const printStatement: Handler<'account.printStatement'> = async (input, context) => {
  const made = statementOf(input, context)
  if (!made.ok) return made
  const { statement, model } = made.data
  if (input.target === 'csv') {
    const { dataDir } = context.workspace
    const file = receiptFile(dataDir, model.number, new Date(context.ports.clock.now()), 'csv')
    makeFolder(dirname(file), 1)
    // The mark tells a spreadsheet that the file is UTF-8.
    await writeFile(file, `\uFEFF${statementCsv(statement, input.language)}\r\n`, { mode: 0o600 })
    await pruneReceipts(dirname(file))
    return ok({ html: null, file })
  }
  const { target, paper } = input
  return printReportOn(context, model, printWhere(context.profile, { target, paper }, 'reports'))
}
