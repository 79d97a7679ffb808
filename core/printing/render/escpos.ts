import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { ReceiptModel } from '../documents/receipt.ts'
import { type Columns, layOut } from './layout.ts'

/** `cut` cuts the paper at the end; `drawer` opens the cash drawer while the paper is printing. */
export type EscPosOptions = { columns: Columns; cut: boolean; drawer: boolean }

/** Lines to feed before the cut, so that the last line is past the knife. */
const linesBeforeCut = 4

/** Dots per QR module: 25 to 34 mm for a receipt's address, on both paper widths. */
const qrModule = 6

/** Renders a receipt in the command language of nearly all receipt printers, laid out like plain text. */
export function renderEscPos(model: ReceiptModel, { columns, cut, drawer }: EscPosOptions): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, feedBeforeCut: linesBeforeCut })
  encoder.initialize().codepage('cp437')
  if (drawer) encoder.pulse()
  for (const line of layOut(model, columns)) {
    if (line.kind === 'text') {
      encoder.bold(line.strong).line(line.text).bold(false)
    } else if (line.kind === 'big') {
      encoder.align('center').bold(true).size(3, 3).line(line.text).size(1, 1).bold(false).align('left')
    } else {
      encoder.align('center').qrcode(line.url, { size: qrModule, errorlevel: 'm' }).align('left')
    }
  }
  if (cut) encoder.cut('partial')
  return encoder.encode()
}
