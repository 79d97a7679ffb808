/** The registry of all operations. A name missing from `core/operations` does not compile. */
import type { z } from 'zod'
import { accessOperations } from './access.ts'
import { accountOperations } from './account.ts'
import { accountRestOperations } from './accountRest.ts'
import { approvalOperations } from './approval.ts'
import { backupOperations } from './backup.ts'
import { callerSaleOperations } from './callerSale.ts'
import { countOperations } from './count.ts'
import { creditNoteOperations } from './creditNote.ts'
import { customerOperations } from './customer.ts'
import { customsOperations } from './customs.ts'
import { deliveryOperations } from './delivery.ts'
import { deviceOperations } from './device.ts'
import { diagnosticsOperations } from './diagnostics.ts'
import { exportOperations } from './export.ts'
import { fileOperations } from './file.ts'
import { gridOperations } from './grid.ts'
import { hardwareOperations } from './hardware.ts'
import { hubComputerOperations } from './hubComputer.ts'
import { hubLinkOperations } from './hubLink.ts'
import { hubOfferOperations } from './hubOffers.ts'
import { hubReportOperations } from './hubReport.ts'
import { hubScreenOperations } from './hubScreens.ts'
import { hubTillOperations } from './hubTills.ts'
import { importOperations } from './import.ts'
import { insuranceOperations } from './insurance.ts'
import { invoiceOperations } from './invoice.ts'
import { itemOperations } from './item.ts'
import { itemImportOperations } from './itemImport.ts'
import { itemRestOperations } from './itemRest.ts'
import { labelOperations } from './label.ts'
import type { Operation } from './operation.ts'
import { orderOperations } from './order.ts'
import { printerOperations } from './printer.ts'
import { proformaOperations } from './proforma.ts'
import { purchaseOperations } from './purchase.ts'
import { queueOperations } from './queue.ts'
import { referenceOperations } from './reference.ts'
import { auditOperations, reportOperations } from './report.ts'
import { saleOperations } from './sale.ts'
import { shiftOperations } from './shift.ts'
import { shiftRestOperations } from './shiftRest.ts'
import { stockOperations } from './stock.ts'
import { systemOperations } from './system.ts'
import { trainingOperations } from './training.ts'
import { transferOperations } from './transfer.ts'
import { updateOperations } from './update.ts'
import { verificationOperations } from './verification.ts'
import { workspaceOperations } from './workspace.ts'

export const operations = {
  ...backupOperations,
  ...diagnosticsOperations,
  ...exportOperations,
  ...fileOperations,
  ...auditOperations,
  ...reportOperations,
  ...workspaceOperations,
  ...systemOperations,
  ...accessOperations,
  ...approvalOperations,
  ...deviceOperations,
  ...referenceOperations,
  ...customerOperations,
  ...accountOperations,
  ...accountRestOperations,
  ...itemOperations,
  ...itemImportOperations,
  ...itemRestOperations,
  ...importOperations,
  ...gridOperations,
  ...hardwareOperations,
  ...labelOperations,
  ...saleOperations,
  ...proformaOperations,
  ...trainingOperations,
  ...callerSaleOperations,
  ...creditNoteOperations,
  ...verificationOperations,
  ...invoiceOperations,
  ...shiftOperations,
  ...shiftRestOperations,
  ...purchaseOperations,
  ...countOperations,
  ...deliveryOperations,
  ...transferOperations,
  ...orderOperations,
  ...customsOperations,
  ...insuranceOperations,
  ...stockOperations,
  ...queueOperations,
  ...printerOperations,
  ...updateOperations,
  ...hubLinkOperations,
  ...hubComputerOperations,
  ...hubOfferOperations,
  ...hubReportOperations,
  ...hubScreenOperations,
  ...hubTillOperations,
}

export type Operations = typeof operations
export type OperationName = keyof Operations
/** A caller's input. Members with defaults may be omitted. */
export type InputOf<N extends OperationName> = z.input<Operations[N]['input']>
/** A handler's input: parsed, with defaults filled in. */
export type ParsedInputOf<N extends OperationName> = z.output<Operations[N]['input']>
export type OutputOf<N extends OperationName> = z.output<Operations[N]['output']>

/** Returns the operation of that name, or undefined. Never returns a property of Object's prototype. */
export const findOperation = (name: string): Operation | undefined =>
  Object.hasOwn(operations, name) ? operations[name as OperationName] : undefined
