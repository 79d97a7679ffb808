/** What a print job prints, and its bytes for a printer. */
import { z } from 'zod'
import { codePage } from '../../contract/printer.ts'
import type { ReceiptModel } from '../documents/receipt.ts'
import type { LabelContent } from '../render/labelsHtml.ts'
import { pulseBytes, renderRoll } from '../render/roll.ts'
import { renderRollLabels } from '../render/rollLabels.ts'
import type { KnownPrinter } from './printers.ts'

/** A test page also shows the letters of all code pages. */
export type PrintContent =
  | { kind: 'paper' | 'test'; model: ReceiptModel }
  | { kind: 'label'; label: LabelContent }
  | { kind: 'pulse' }

/** Stored by this program; the model is as it was built. */
const stored = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['paper', 'test']),
    model: z.custom<ReceiptModel>((value) => value instanceof Object),
  }),
  z.object({
    kind: z.literal('label'),
    label: z.custom<LabelContent>((value) => value instanceof Object),
  }),
  z.object({ kind: z.literal('pulse') }),
])

/** Returns the bytes of a stored content. The same content and printer always give the same. */
export const bytesOf = (json: string, printer: KnownPrinter): Uint8Array => {
  const content: PrintContent = stored.parse(JSON.parse(json))
  if (content.kind === 'pulse') return pulseBytes(printer)
  if (content.kind === 'label') return renderRollLabels(content.label, printer)
  return renderRoll(content.model, printer, content.kind === 'test' ? codePage.options : [])
}
