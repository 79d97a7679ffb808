/** Every operation's handler. A missing name does not compile. */

import { FolderGoneError } from '../../db/engine/anchor.ts'
import type { Reply } from '../contract/errors.ts'
import type { OperationName } from '../contract/index.ts'
import { noRoom } from '../disk/diskReplies.ts'
import { UncertainDateError } from '../profile/fiscalClock.ts'
import { refusedInTraining } from '../shop/unofficial/failures.ts'
import { listEntries } from './account/entries.ts'
import { findAccounts } from './account/find.ts'
import { getAccount } from './account/get.ts'
import { lookAtAccount } from './account/look.ts'
import { mergeCustomers } from './account/merge.ts'
import { markPaid, payOnAccount } from './account/pay.ts'
import { printPayment } from './account/printPayment.ts'
import { printStatement, showStatement } from './account/statement.ts'
import { adoptApiKey } from './apiKey/adopt.ts'
import { listApiKeys } from './apiKey/list.ts'
import { mintApiKey } from './apiKey/mint.ts'
import { revokeApiKey } from './apiKey/revoke.ts'
import { giveApproval } from './approval/give.ts'
import { listApprovers } from './approval/people.ts'
import { submitApproval } from './approval/submit.ts'
import { checkAudit } from './audit/check.ts'
import { listAudit } from './audit/list.ts'
import { auditStatus } from './audit/status.ts'
import { describeBackup } from './backup/describe.ts'
import { dismissFinding } from './backup/dismiss.ts'
import { listBackups } from './backup/list.ts'
import { lookAtBackup } from './backup/look.ts'
import { makeBackup } from './backup/make.ts'
import { restoreBackup } from './backup/restore.ts'
import { saveElsewhere } from './backup/saveElsewhere.ts'
import { saveInsurance } from './branch/saveInsurance.ts'
import type { Context, ProfileContext } from './context.ts'
import { bookCount, dropCount } from './count/end.ts'
import { enterCounted } from './count/enter.ts'
import { getCount, listCounts } from './count/list.ts'
import { printCount } from './count/print.ts'
import { startCount } from './count/start.ts'
import { creditByBarcode } from './creditNote/barcode.ts'
import { creditExpress } from './creditNote/express.ts'
import { submitCreditNote } from './creditNote/submit.ts'
import { changeCustomer } from './customer/change.ts'
import { findCustomer } from './customer/find.ts'
import { searchCustomers } from './customer/list.ts'
import { lookUpCustomer } from './customer/lookUp.ts'
import { saveCustomer } from './customer/save.ts'
import { submitCustomer } from './customer/submit.ts'
import { approveEntry, rejectEntry } from './customs/decide.ts'
import { fetchEntries, getEntry, listEntries as listCustoms } from './customs/list.ts'
import { deliver, enterDelivery } from './delivery/deliver.ts'
import { fetchInvoices, getInvoice as getSupplierInvoice, listInvoices } from './delivery/invoices.ts'
import { getDelivery, listDeliveries } from './delivery/list.ts'
import { printDelivery } from './delivery/print.ts'
import { refuseInvoice, takeUpInvoice } from './delivery/refuse.ts'
import { giveDay } from './device/giveDay.ts'
import { initialize } from './device/initialize.ts'
import { restoreDevice } from './device/restore.ts'
import { setUpDevice } from './device/setup.ts'
import { deviceStatus } from './device/status.ts'
import { makeDiagnostics } from './diagnostics/make.ts'
import { recordExport } from './export/record.ts'
import { copyFile } from './file/copy.ts'
import { openFile } from './file/open.ts'
import { saveFirstRun } from './firstRun/save.ts'
import { makeFolderAt } from './folder/create.ts'
import { listFolders } from './folder/list.ts'
import { listSerialPorts } from './hardware/listSerialPorts.ts'
import { readScale } from './hardware/readScale.ts'
import { showOnPole } from './hardware/showOnPole.ts'
import { answerOffer, answerTwins, listOffers } from './hub/offers.ts'
import { leaveHub, pairWithHub, setHubAddress, tryHubNow } from './hub/pair.ts'
import { hubReceipts } from './hub/receipts.ts'
import { printRecoverySheet, showRecoverySheet } from './hub/recoverySheet.ts'
import { hubReport, printHubReport } from './hub/report.ts'
import { hubScreens, setScreenPassword } from './hub/screens.ts'
import { hubState } from './hub/state.ts'
import { takeOverHub } from './hub/takeOver.ts'
import { newHubCode, startThisComputer, stopThisComputer, thisComputerState } from './hub/thisComputer.ts'
import { confirmTill, listTills, nameDeputy, revokeTill, showCode } from './hub/tills.ts'
import { changePayment } from './invoice/changePayment.ts'
import { creditSale } from './invoice/credit.ts'
import { enterSignature } from './invoice/enterSignature.ts'
import { getInvoice } from './invoice/get.ts'
import { listReceipts } from './invoice/list.ts'
import { refundOf } from './invoice/refundOf.ts'
import { verifyInvoice } from './invoice/verify.ts'
import { bulkChangeItems } from './item/bulkChange.ts'
import { chooseClass, listCategoryClasses, listClassesNotChosen } from './item/chooseClass.ts'
import { setFavourite } from './item/favourite.ts'
import { findItems } from './item/find.ts'
import { getItem } from './item/get.ts'
import { getItems } from './item/getMany.ts'
import { arrangePages, chooseCategoryColour, itemGrid } from './item/grid.ts'
import { itemHistory } from './item/history.ts'
import { importItemRows } from './item/importRows.ts'
import { listImportLines, listImports } from './item/imports.ts'
import { undoImport } from './item/importUndo.ts'
import { listAllItems } from './item/list.ts'
import { makeOtherItem } from './item/other.ts'
import { registerGoods, registerItem, registerService } from './item/register.ts'
import { saveItem } from './item/save.ts'
import { scanItem } from './item/scan.ts'
import { searchForItems } from './item/search.ts'
import { giveBarcodes } from './label/giveBarcodes.ts'
import { previewLabel, printLabels } from './label/print.ts'
import { proposeLabels } from './label/propose.ts'
import { endOrder } from './order/end.ts'
import { getOrder, listOrders } from './order/list.ts'
import { makeOrder } from './order/make.ts'
import { printOrder } from './order/print.ts'
import { setLeadDays } from './order/setLeadDays.ts'
import { suggestOrders } from './order/suggest.ts'
import { getPicture, savePicture } from './picture/picture.ts'
import { getPractice } from './practice/get.ts'
import { setPractice } from './practice/set.ts'
import { findPrinters } from './printer/find.ts'
import { listPrinters } from './printer/list.ts'
import { removePrinter } from './printer/remove.ts'
import { savePrinter } from './printer/save.ts'
import { printerState } from './printer/state.ts'
import { testPrinter } from './printer/test.ts'
import { answerPrintJob, cancelPrintJob, movePrintJob, retryPrintJobs } from './printJob/act.ts'
import { listPrintJobs } from './printJob/list.ts'
import { correctProfile } from './profile/correct.ts'
import { createProfile } from './profile/create.ts'
import { createPracticeProfile } from './profile/createPractice.ts'
import { listProfiles } from './profile/list.ts'
import { switchProfile } from './profile/switch.ts'
import { listProformas } from './proforma/list.ts'
import { makeProforma } from './proforma/make.ts'
import { printProforma } from './proforma/print.ts'
import { takeProforma } from './proforma/take.ts'
import { confirmPurchase } from './purchase/confirm.ts'
import { linkItems } from './purchase/linkItems.ts'
import { findPurchases } from './purchase/list.ts'
import { actOnQueued } from './queue/act.ts'
import { listCauses } from './queue/causes.ts'
import { findQueued } from './queue/find.ts'
import { getQueued } from './queue/get.ts'
import { listQueue } from './queue/list.ts'
import { lookAtQueued } from './queue/look.ts'
import { resendRefused } from './queue/resend.ts'
import { resumeLane } from './queue/resumeLane.ts'
import { setAside } from './queue/setAside.ts'
import { solveCause } from './queue/solve.ts'
import { tryQueueNow } from './queue/tryNow.ts'
import { withdrawRefused } from './queue/withdraw.ts'
import { previewReceipt } from './receipt/preview.ts'
import { printReceipt } from './receipt/print.ts'
import { receiptPrinted } from './receipt/printed.ts'
import { sampleReceipt } from './receipt/sample.ts'
import { listCodes } from './reference/codes.ts'
import { findBranches } from './reference/findBranches.ts'
import { findCodes } from './reference/findCodes.ts'
import { findNotices } from './reference/findNotices.ts'
import { listItemClasses } from './reference/itemClasses.ts'
import { listNotices } from './reference/notices.ts'
import { referenceState } from './reference/state.ts'
import { syncReference } from './reference/sync.ts'
import { bookedTaxRates } from './reference/taxRates.ts'
import { reportDay } from './report/day.ts'
import { printReport } from './report/print.ts'
import { getRest } from './rest/get.ts'
import { setRest } from './rest/set.ts'
import { completeSale } from './sale/complete.ts'
import { keepDraft, listDrafts } from './sale/drafts.ts'
import { findSale } from './sale/find.ts'
import { receiptPaidWith } from './sale/paidWith.ts'
import { parkASale } from './sale/park.ts'
import { listParked } from './sale/parked.ts'
import { resumeParked } from './sale/resume.ts'
import { submitSale } from './sale/submit.ts'
import { submitNativeSale } from './sale/submitNative.ts'
import { voidSale } from './sale/void.ts'
import { lock } from './session/lock.ts'
import { refreshSession } from './session/refresh.ts'
import { signIn } from './session/signIn.ts'
import { signOut } from './session/signOut.ts'
import { touched } from './session/touched.ts'
import { unlock } from './session/unlock.ts'
import { getSettings } from './settings/get.ts'
import { saveSettings } from './settings/save.ts'
import type { Handler } from './shared/handler.ts'
import { looks } from './shared/looks.ts'
import { addCash } from './shift/addCash.ts'
import { closeAShift } from './shift/close.ts'
import { findShifts } from './shift/find.ts'
import { findCash } from './shift/findCash.ts'
import { getShift } from './shift/get.ts'
import { listShifts } from './shift/list.ts'
import { lookAtShift } from './shift/look.ts'
import { openAShift } from './shift/open.ts'
import { printShift } from './shift/print.ts'
import { reviewShift } from './shift/review.ts'
import { shiftState } from './shift/state.ts'
import { dismissChecklist, getChecklist } from './status/checklist.ts'
import { getStatus } from './status/get.ts'
import { adjustStock } from './stock/adjust.ts'
import { findStockMovements } from './stock/findMovements.ts'
import { stockHistory } from './stock/history.ts'
import { stockLevels, valueOfStock } from './stock/levels.ts'
import { stockMovements } from './stock/movements.ts'
import { recordStock } from './stock/record.ts'
import { setStockMaster } from './stock/setMaster.ts'
import { settleStock } from './stock/settle.ts'
import { transferStock } from './stock/transfer.ts'
import { health } from './system/health.ts'
import { systemStatus } from './system/status.ts'
import { endTraining, startTraining } from './training/session.ts'
import { answersInTraining, isTraining, mayInTraining } from './training/table.ts'
import { fetchArrivals, getArrival, listArrivals } from './transfer/arrivals.ts'
import { listBranches } from './transfer/branches.ts'
import { dismissArrival, takeUpArrival } from './transfer/dismiss.ts'
import { getTransfer, listTransfers } from './transfer/list.ts'
import { enterGoods, receiveGoods, sendGoods } from './transfer/move.ts'
import { printTransfer } from './transfer/print.ts'
import { askUpdate, getUpdate, installUpdate, setUpdateAddress, startWithComputer } from './update/update.ts'
import { listPeople } from './user/list.ts'
import { savePerson } from './user/save.ts'
import { createOwner } from './workspace/createOwner.ts'
import { setLanguage } from './workspace/setLanguage.ts'
import { setLockAfter } from './workspace/setLockAfter.ts'
import { workspaceState } from './workspace/state.ts'
import { tryItNow } from './workspace/tryItNow.ts'

const handlers: { [N in OperationName]: Handler<N> } = {
  'backup.list': listBackups,
  'backup.make': makeBackup,
  'backup.dismiss': dismissFinding,
  'backup.describe': describeBackup,
  'backup.look': lookAtBackup,
  'backup.restore': restoreBackup,
  'backup.saveElsewhere': saveElsewhere,
  'workspace.state': workspaceState,
  'workspace.tryItNow': tryItNow,
  'workspace.createOwner': createOwner,
  'workspace.setLanguage': setLanguage,
  'workspace.setLockAfter': setLockAfter,
  'session.unlock': unlock,
  'session.lock': lock,
  'session.touched': touched,
  'session.signIn': signIn,
  'session.refresh': refreshSession,
  'session.signOut': signOut,
  'apiKey.list': listApiKeys,
  'apiKey.mint': mintApiKey,
  'apiKey.adopt': adoptApiKey,
  'apiKey.revoke': revokeApiKey,
  'approval.people': listApprovers,
  'approval.give': giveApproval,
  'approval.submit': submitApproval,
  'update.get': getUpdate,
  'update.setAddress': setUpdateAddress,
  'update.ask': askUpdate,
  'update.install': installUpdate,
  'update.startWithComputer': startWithComputer,
  'rest.get': getRest,
  'rest.set': setRest,
  'user.list': listPeople,
  'user.save': savePerson,
  'profile.list': listProfiles,
  'profile.create': createProfile,
  'profile.correct': correctProfile,
  'profile.createPractice': createPracticeProfile,
  'profile.switch': switchProfile,
  'settings.get': getSettings,
  'settings.save': saveSettings,
  'status.get': getStatus,
  'status.checklist': getChecklist,
  'status.dismissChecklist': dismissChecklist,
  'firstRun.save': saveFirstRun,
  'receipt.sample': sampleReceipt,
  'serial.list': listSerialPorts,
  'scale.read': readScale,
  'pole.show': showOnPole,
  'printer.list': listPrinters,
  'printer.test': testPrinter,
  'printer.state': printerState,
  'printer.save': savePrinter,
  'printer.remove': removePrinter,
  'printer.find': findPrinters,
  'printJob.list': listPrintJobs,
  'printJob.answer': answerPrintJob,
  'printJob.cancel': cancelPrintJob,
  'printJob.move': movePrintJob,
  'printJob.retry': retryPrintJobs,
  'practice.get': getPractice,
  'practice.set': setPractice,
  'day.give': giveDay,
  'device.status': deviceStatus,
  'device.initialize': initialize,
  'device.setup': setUpDevice,
  'device.restore': restoreDevice,
  'diagnostics.make': makeDiagnostics,
  'export.record': recordExport,
  'file.open': openFile,
  'file.copy': copyFile,
  'folder.list': listFolders,
  'folder.create': makeFolderAt,
  'reference.sync': syncReference,
  'reference.findCodes': findCodes,
  'reference.findNotices': findNotices,
  'reference.findBranches': findBranches,
  'reference.state': referenceState,
  'reference.codes': listCodes,
  'reference.taxRates': bookedTaxRates,
  'reference.itemClasses': listItemClasses,
  'reference.notices': listNotices,
  'system.health': health,
  'system.status': systemStatus,
  'item.search': searchForItems,
  'item.scan': scanItem,
  'item.grid': itemGrid,
  'item.arrange': arrangePages,
  'item.categoryColour': chooseCategoryColour,
  'picture.get': getPicture,
  'picture.set': savePicture,
  'item.list': listAllItems,
  'item.get': getItem,
  'item.history': itemHistory,
  'item.getMany': getItems,
  'item.save': saveItem,
  'item.importRows': importItemRows,
  'item.imports': listImports,
  'item.importLines': listImportLines,
  'item.importUndo': undoImport,
  'item.bulkChange': bulkChangeItems,
  'item.categoryClasses': listCategoryClasses,
  'item.classesNotChosen': listClassesNotChosen,
  'item.chooseClass': chooseClass,
  'item.other': makeOtherItem,
  'item.favourite': setFavourite,
  'item.registerService': registerService,
  'item.registerGoods': registerGoods,
  'item.register': registerItem,
  'item.find': findItems,
  'customer.lookUp': lookUpCustomer,
  'customer.list': searchCustomers,
  'customer.save': saveCustomer,
  'customer.find': findCustomer,
  'customer.submit': submitCustomer,
  'customer.change': changeCustomer,
  'account.get': getAccount,
  'account.find': findAccounts,
  'account.look': lookAtAccount,
  'account.entries': listEntries,
  'account.pay': payOnAccount,
  'account.markPaid': markPaid,
  'account.printPayment': printPayment,
  'account.statement': showStatement,
  'account.printStatement': printStatement,
  'account.merge': mergeCustomers,
  'sale.complete': completeSale,
  'sale.paidWith': receiptPaidWith,
  'sale.keepDraft': keepDraft,
  'sale.void': voidSale,
  'sale.drafts': listDrafts,
  'sale.park': parkASale,
  'sale.parked': listParked,
  'sale.resume': resumeParked,
  'proforma.make': makeProforma,
  'proforma.list': listProformas,
  'proforma.take': takeProforma,
  'proforma.print': printProforma,
  'training.start': startTraining,
  'training.end': endTraining,
  'sale.submit': submitSale,
  'sale.submitNative': submitNativeSale,
  'sale.find': findSale,
  'creditNote.submit': submitCreditNote,
  'creditNote.express': creditExpress,
  'creditNote.barcode': creditByBarcode,
  'invoice.verify': verifyInvoice,
  'invoice.list': listReceipts,
  'invoice.get': getInvoice,
  'invoice.credit': creditSale,
  'invoice.refundOf': refundOf,
  'invoice.changePayment': changePayment,
  'invoice.enterSignature': enterSignature,
  'receipt.preview': previewReceipt,
  'receipt.print': printReceipt,
  'receipt.printed': receiptPrinted,
  'shift.state': shiftState,
  'shift.open': openAShift,
  'shift.get': getShift,
  'shift.addCash': addCash,
  'shift.close': closeAShift,
  'shift.review': reviewShift,
  'shift.list': listShifts,
  'shift.print': printShift,
  'shift.find': findShifts,
  'shift.look': lookAtShift,
  'shift.findCash': findCash,
  'branch.saveInsurance': saveInsurance,
  'purchase.list': findPurchases,
  'purchase.confirm': confirmPurchase,
  'purchase.linkItems': linkItems,
  'count.list': listCounts,
  'count.start': startCount,
  'count.get': getCount,
  'count.enter': enterCounted,
  'count.book': bookCount,
  'count.drop': dropCount,
  'count.print': printCount,
  'label.propose': proposeLabels,
  'label.preview': previewLabel,
  'label.print': printLabels,
  'label.giveBarcodes': giveBarcodes,
  'delivery.invoices': listInvoices,
  'delivery.fetch': fetchInvoices,
  'delivery.invoice': getSupplierInvoice,
  'delivery.deliver': deliver,
  'delivery.enter': enterDelivery,
  'delivery.refuse': refuseInvoice,
  'delivery.takeUp': takeUpInvoice,
  'delivery.list': listDeliveries,
  'delivery.get': getDelivery,
  'delivery.print': printDelivery,
  'transfer.branches': listBranches,
  'transfer.send': sendGoods,
  'transfer.arrivals': listArrivals,
  'transfer.fetch': fetchArrivals,
  'transfer.arrival': getArrival,
  'transfer.receive': receiveGoods,
  'transfer.enter': enterGoods,
  'transfer.dismiss': dismissArrival,
  'transfer.takeUp': takeUpArrival,
  'transfer.list': listTransfers,
  'transfer.get': getTransfer,
  'transfer.print': printTransfer,
  'order.suggest': suggestOrders,
  'order.setLeadDays': setLeadDays,
  'order.make': makeOrder,
  'order.list': listOrders,
  'order.get': getOrder,
  'order.end': endOrder,
  'order.print': printOrder,
  'customs.list': listCustoms,
  'customs.fetch': fetchEntries,
  'customs.get': getEntry,
  'customs.approve': approveEntry,
  'customs.reject': rejectEntry,
  'stock.levels': stockLevels,
  'stock.value': valueOfStock,
  'stock.history': stockHistory,
  'stock.movements': stockMovements,
  'stock.adjust': adjustStock,
  'stock.settle': settleStock,
  'stock.record': recordStock,
  'stock.findMovements': findStockMovements,
  'stock.transfer': transferStock,
  'stock.setMaster': setStockMaster,
  'queue.list': listQueue,
  'queue.get': getQueued,
  'queue.tryNow': tryQueueNow,
  'queue.resend': resendRefused,
  'queue.causes': listCauses,
  'queue.solve': solveCause,
  'queue.setAside': setAside,
  'queue.withdraw': withdrawRefused,
  'queue.resumeLane': resumeLane,
  'queue.find': findQueued,
  'queue.look': lookAtQueued,
  'queue.act': actOnQueued,
  'report.day': reportDay,
  'report.print': printReport,
  'hub.state': hubState,
  'hub.pair': pairWithHub,
  'hub.setAddress': setHubAddress,
  'hub.receipts': hubReceipts,
  'hub.tryNow': tryHubNow,
  'hub.leave': leaveHub,
  'hub.tills': listTills,
  'hub.confirm': confirmTill,
  'hub.revoke': revokeTill,
  'hub.nameDeputy': nameDeputy,
  'hub.code': showCode,
  'hub.offers': listOffers,
  'hub.answerOffer': answerOffer,
  'hub.answerTwins': answerTwins,
  'hub.report': hubReport,
  'hub.printReport': printHubReport,
  'hub.screens': hubScreens,
  'hub.setPassword': setScreenPassword,
  'hub.thisComputer.state': thisComputerState,
  'hub.thisComputer.start': startThisComputer,
  'hub.thisComputer.stop': stopThisComputer,
  'hub.thisComputer.newCode': newHubCode,
  'hub.takeOver': takeOverHub,
  'hub.thisComputer.sheet': showRecoverySheet,
  'hub.thisComputer.printSheet': printRecoverySheet,
  'audit.status': auditStatus,
  'audit.check': checkAudit,
  'audit.list': listAudit,
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
