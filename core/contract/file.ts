/** Files and folders of the computer that Kaunta runs on. */
import { z } from 'zod'
import { moment, text } from './fields.ts'
import { operation } from './operation.ts'

/** A full path. */
const path = text(1000)
const entry = z.object({ name: z.string(), path: z.string() })

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
  'folder.list': operation({
    summary: 'The folders in a folder, and the backups in it',
    allow: 'owner',
    profile: false,
    /** null: the disks and the home folder, where a choice begins. */
    input: z.object({ path: path.nullable() }),
    output: z.object({
      path: z.string().nullable(),
      parent: z.string().nullable(),
      places: z.array(z.object({ kind: z.enum(['home', 'disk', 'computer']), path: z.string() })),
      folders: z.array(entry),
      files: z.array(entry.extend({ bytes: z.int(), changedAt: moment })),
      /** There are more of them than listed. */
      more: z.boolean(),
    }),
  }),
  'folder.create': operation({
    summary: 'Create a folder in a folder',
    allow: 'owner',
    profile: false,
    input: z.object({ parent: path, name: text(100) }),
    output: z.object({ path: z.string() }),
  }),
}
