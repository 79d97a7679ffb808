/** Every operation's handler, from the table of its folder. A missing name does not compile. */

import { FolderGoneError } from '../../db/engine/anchor.ts'
import type { Reply } from '../contract/errors.ts'
import type { OperationName } from '../contract/index.ts'
import { noRoom } from '../disk/diskReplies.ts'
import { UncertainDateError } from '../profile/fiscalClock.ts'
import { refusedInTraining } from '../shop/unofficial/failures.ts'
import { accountHandlers } from './account/index.ts'
import { apiKeyHandlers } from './apiKey/index.ts'
import { approvalHandlers } from './approval/index.ts'
import { auditHandlers } from './audit/index.ts'
import { backupHandlers } from './backup/index.ts'
import { branchHandlers } from './branch/index.ts'
import type { Context, ProfileContext } from './context.ts'
import { countHandlers } from './count/index.ts'
import { creditNoteHandlers } from './creditNote/index.ts'
import { customerHandlers } from './customer/index.ts'
import { customsHandlers } from './customs/index.ts'
import { deliveryHandlers } from './delivery/index.ts'
import { deviceHandlers } from './device/index.ts'
import { diagnosticsHandlers } from './diagnostics/index.ts'
import { exportHandlers } from './export/index.ts'
import { fileHandlers } from './file/index.ts'
import { firstRunHandlers } from './firstRun/index.ts'
import { folderHandlers } from './folder/index.ts'
import { hardwareHandlers } from './hardware/index.ts'
import { hubHandlers } from './hub/index.ts'
import { invoiceHandlers } from './invoice/index.ts'
import { itemHandlers } from './item/index.ts'
import { labelHandlers } from './label/index.ts'
import { orderHandlers } from './order/index.ts'
import { pictureHandlers } from './picture/index.ts'
import { practiceHandlers } from './practice/index.ts'
import { printerHandlers } from './printer/index.ts'
import { printJobHandlers } from './printJob/index.ts'
import { profileHandlers } from './profile/index.ts'
import { proformaHandlers } from './proforma/index.ts'
import { purchaseHandlers } from './purchase/index.ts'
import { queueHandlers } from './queue/index.ts'
import { receiptHandlers } from './receipt/index.ts'
import { referenceHandlers } from './reference/index.ts'
import { reportHandlers } from './report/index.ts'
import { restHandlers } from './rest/index.ts'
import { saleHandlers } from './sale/index.ts'
import { sessionHandlers } from './session/index.ts'
import { settingsHandlers } from './settings/index.ts'
import type { Handler } from './shared/handler.ts'
import { looks } from './shared/looks.ts'
import { shiftHandlers } from './shift/index.ts'
import { statusHandlers } from './status/index.ts'
import { stockHandlers } from './stock/index.ts'
import { systemHandlers } from './system/index.ts'
import { trainingHandlers } from './training/index.ts'
import { answersInTraining, isTraining, mayInTraining } from './training/table.ts'
import { transferHandlers } from './transfer/index.ts'
import { updateHandlers } from './update/index.ts'
import { userHandlers } from './user/index.ts'
import { workspaceHandlers } from './workspace/index.ts'

const handlers: { [N in OperationName]: Handler<N> } = {
  ...accountHandlers,
  ...apiKeyHandlers,
  ...approvalHandlers,
  ...auditHandlers,
  ...backupHandlers,
  ...branchHandlers,
  ...countHandlers,
  ...creditNoteHandlers,
  ...customerHandlers,
  ...customsHandlers,
  ...deliveryHandlers,
  ...deviceHandlers,
  ...diagnosticsHandlers,
  ...exportHandlers,
  ...fileHandlers,
  ...firstRunHandlers,
  ...folderHandlers,
  ...hardwareHandlers,
  ...hubHandlers,
  ...invoiceHandlers,
  ...itemHandlers,
  ...labelHandlers,
  ...orderHandlers,
  ...pictureHandlers,
  ...practiceHandlers,
  ...printJobHandlers,
  ...printerHandlers,
  ...profileHandlers,
  ...proformaHandlers,
  ...purchaseHandlers,
  ...queueHandlers,
  ...receiptHandlers,
  ...referenceHandlers,
  ...reportHandlers,
  ...restHandlers,
  ...saleHandlers,
  ...sessionHandlers,
  ...settingsHandlers,
  ...shiftHandlers,
  ...statusHandlers,
  ...stockHandlers,
  ...systemHandlers,
  ...trainingHandlers,
  ...transferHandlers,
  ...updateHandlers,
  ...userHandlers,
  ...workspaceHandlers,
}

/**
 * Runs the work. If it throws because the date is uncertain, asks the authority for its time and runs it again. The
 * first run was rolled back.
 */
const askedForTheDay = async (
  work: () => Promise<Reply<unknown>> | Reply<unknown>,
  context: Context | ProfileContext,
): Promise<Reply<unknown>> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UncertainDateError && 'profile' in context)) throw error
    await context.profile.day.settle()
    return work()
  }
}

/** Waits until everything committed is durable. */
const keep = async (context: Context | ProfileContext): Promise<void> => {
  if ('db' in context) await context.db.durable()
  await context.workspace.db.durable()
}

/**
 * Runs the handler of a name on parsed input. When it answers, the result is durable: in the database, its journal
 * and the data folder.
 */
export const handle = async (
  name: OperationName,
  input: unknown,
  context: Context | ProfileContext,
): Promise<Reply<unknown>> => {
  const inTraining = isTraining(context.actor)
  if (inTraining && !mayInTraining(name)) return refusedInTraining()
  const handler = ((inTraining && answersInTraining[name]) || handlers[name]) as (
    input: unknown,
    context: Context | ProfileContext,
  ) => Promise<Reply<unknown>> | Reply<unknown>
  const { disk } = context.workspace
  const looksOnly = looks.has(name)
  // The repetition must not confirm an earlier success that is in no folder any more.
  if (!looksOnly && disk.state().word === 'gone') return noRoom(disk.state())
  const reply = await askedForTheDay(() => handler(input, context), context)
  await keep(context).catch((error: unknown) => {
    if (!(looksOnly && error instanceof FolderGoneError)) throw error
    disk.failed(error)
  })
  return reply
}
