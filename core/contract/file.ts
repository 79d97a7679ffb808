/** PDFs that Kaunta made, on the computer that it runs on. */
import { z } from 'zod'
import { text } from './fields.ts'
import { operation } from './operation.ts'

/** The path in the answer to `receipt.print` or `report.print`. */
const input = z.object({ file: text(4096) })

export const fileOperations = {
  'file.open': operation({
    summary: "Open a PDF in the system's viewer",
    allow: 'cashier',
    profile: false,
    input,
    output: z.object({}),
  }),
  'file.copy': operation({
    summary: "Put a PDF on the system's clipboard, as a file",
    allow: 'cashier',
    profile: false,
    input,
    /** false: this system cannot; the window copies the path. */
    output: z.object({ copied: z.boolean() }),
  }),
}
