/** The computer's printers, and the papers that wait for a direct one. */
import { z } from 'zod'
import { moment, rowId, text, uuid } from './fields.ts'
import { operation } from './operation.ts'
import { printed } from './printed.ts'
import { paper, printerChoice } from './workspace.ts'

export const printerBauds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const

/** How bytes reach a direct printer. */
export const printerConnection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('network'),
    host: z
      .string()
      .trim()
      .max(253)
      .regex(/^[A-Za-z\d]([A-Za-z\d.:-]*[A-Za-z\d])?$/, 'an address such as 192.168.1.50'),
    port: z.int().min(1).max(65_535).default(9100),
  }),
  /** A printer of the system, which passes the bytes on as they are. `name`: the system's own. */
  z.object({
    kind: z.literal('queue'),
    name: z.string().regex(/^[^\p{C}\s/\\-][^\p{C}/]{0,126}$/u, "the system's name of the printer"),
  }),
  z.object({
    kind: z.literal('device'),
    path: z.string().regex(/^\/dev\/[\w/.-]{1,120}$/, 'a device such as /dev/usb/lp0'),
  }),
  z.object({
    kind: z.literal('serial'),
    path: z.string().regex(/^(\/dev\/[\w/.-]{1,120}|COM\d{1,3})$/, 'a port such as COM3 or /dev/ttyUSB0'),
    baud: z.literal(printerBauds).default(9600),
  }),
])
export type PrinterConnection = z.infer<typeof printerConnection>

/** receipts: also slips, training papers and proformas. reports: X, Z, notes, lists. */
export const printerUse = z.enum(['receipts', 'labels', 'reports'])
export type PrinterUse = z.infer<typeof printerUse>

/**
 * The letters beyond ASCII that a printer has, as a test page shows. Others print without their accents; `ascii`
 * prints all so.
 */
export const codePage = z.enum(['ascii', 'cp437', 'cp858', 'windows1252'])
export type CodePage = z.infer<typeof codePage>

const printerFields = z.object({
  name: text(60),
  connection: printerConnection,
  language: z.enum(['esc-pos', 'star-prnt']),
  /** Characters per line: 32 on 58 mm, 42 or 48 on 80 mm. */
  columns: z.literal([32, 42, 48]),
  paper: z.enum(['58mm', '80mm']),
  codePage,
  cut: z.boolean(),
  /** Who draws the QR code: the printer by its own command, or Kaunta as a picture. */
  qr: z.enum(['printer', 'image']),
  /** At most one printer has a use: saving takes it from the others. */
  uses: z.array(printerUse).max(3),
  /** A cash drawer hangs on it. At most one printer has it. */
  drawer: z.boolean(),
  /** Id of the printer that gets what this one cannot print. */
  failover: uuid.nullable(),
})

export const printerTrouble = z.enum([
  /** Refused, no answer, no such device or queue. */
  'unreachable',
  /** Another program holds it. */
  'busy',
  'paperOut',
  'coverOpen',
  'offline',
  'fault',
  /** It used to tell its state and does not any more. */
  'silent',
])
export type PrinterTrouble = z.infer<typeof printerTrouble>

export const directPrinter = printerFields.extend({
  id: uuid,
  /** Whether it tells its state; null: not known yet. */
  answers: z.boolean().nullable(),
  /** What keeps it from printing now; null: nothing that Kaunta knows of. */
  trouble: printerTrouble.nullable(),
  /** The paper is nearly used up. */
  paperLow: z.boolean(),
  /** Papers of this profile. */
  waiting: z.int(),
  unknown: z.int(),
})
export type DirectPrinter = z.infer<typeof directPrinter>

/**
 * waiting: nothing was sent; it prints by itself as soon as the printer can. sending: bytes are on their way.
 * unknown: it may have printed, and a person decides. printed, failed: ended. failed: nothing was printed, or a
 * person said so.
 */
export const printJobState = z.enum(['waiting', 'sending', 'printed', 'unknown', 'failed'])
export type PrintJobState = z.infer<typeof printJobState>

export const printJobReason = z.enum([
  ...printerTrouble.options,
  /** The connection broke after the first byte. */
  'cut',
  /** The printer did not confirm in time. */
  'unconfirmed',
  /** Kaunta ended while it printed. */
  'ended',
  /** The database was rebuilt or is an older copy, so it may have printed since. */
  'restored',
  /** The printer was removed. */
  'noPrinter',
  /** A person cancelled it, or said that it did not print. */
  'cancelled',
  'notPrinted',
  /** A drawer that could not be opened at once is not opened later. */
  'late',
])
export type PrintJobReason = z.infer<typeof printJobReason>

export const printJobKind = z.enum(['receipt', 'report', 'label', 'test', 'pulse'])
export type PrintJobKind = z.infer<typeof printJobKind>

const printJob = z.object({
  id: rowId,
  what: printJobKind,
  /** As on the paper: a receipt's number, a report's title. */
  title: z.string(),
  /** Of a receipt. */
  invoiceId: rowId.nullable(),
  life: z.enum(['awaiting', 'original', 'copy', 'unsigned']).nullable(),
  printerId: uuid,
  printerName: z.string(),
  state: printJobState,
  tries: z.int(),
  reason: printJobReason.nullable(),
  /** What the system said, in its own words. */
  detail: z.string().nullable(),
  madeAt: moment,
  endedAt: moment.nullable(),
  author: z.string(),
})
export type PrintJobView = z.infer<typeof printJob>

const ofJob = z.object({ id: rowId })

export const printerOperations = {
  'printer.list': operation({
    summary: 'The printers of this computer, as the system lists them',
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: z.object({
      /** `name`: as the settings keep it; `title`: as people see it on this computer. */
      printers: z.array(z.object({ name: z.string(), title: z.string() })),
    }),
  }),
  'printer.test': operation({
    summary: 'Print a test page on a printer, which need not be the one in the settings',
    allow: 'owner',
    profile: true,
    /** `id`: of a saved direct printer, with the kind `direct`. */
    input: z.object({ printer: printerChoice, paper, id: uuid.optional() }),
    output: z.object({
      ...printed,
      /** The print job on a direct printer. */
      jobId: rowId.nullable(),
    }),
  }),
  'printer.state': operation({
    summary: 'The direct printers, their state, and how many papers wait for them',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ printers: z.array(directPrinter) }),
  }),
  'printer.save': operation({
    summary: 'Add or change a direct printer',
    allow: 'owner',
    profile: true,
    input: printerFields.extend({ id: uuid.optional() }),
    output: z.object({ printer: directPrinter }),
  }),
  'printer.remove': operation({
    summary: 'Remove a direct printer; papers that wait for it wait for a person',
    allow: 'owner',
    profile: true,
    input: z.object({ id: uuid }),
    output: z.object({}),
  }),
  'printer.find': operation({
    summary: 'Look for printers: on request in the own network, system printers, serial ports, device files',
    allow: 'owner',
    profile: true,
    input: z.object({
      /** Ask every address of the own network (the last 256), on port 9100. Takes up to 10 s. */
      network: z.boolean(),
      /** A private address whose network is asked instead: 192.168.8.1. */
      near: z.ipv4().optional(),
    }),
    output: z.object({
      /** `title`: as people see it on this computer, or the address. */
      found: z.array(z.object({ connection: printerConnection, title: z.string() })),
    }),
  }),
  'printJob.list': operation({
    summary:
      'The papers that wait, print, or need an answer, in their order; and the last that ended, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ open: z.array(printJob), ended: z.array(printJob) }),
  }),
  'printJob.answer': operation({
    summary:
      'Whether a paper of unknown outcome printed; if not, it is printed again: an original as the original',
    allow: 'cashier',
    profile: true,
    input: ofJob.extend({ printed: z.boolean() }),
    /** The new job, if it is printed again on a direct printer. */
    output: z.object({ jobId: rowId.nullable() }),
  }),
  'printJob.cancel': operation({
    summary: 'Do not print a waiting paper; nothing of it is sent afterwards',
    allow: 'cashier',
    profile: true,
    input: ofJob,
    output: z.object({}),
  }),
  'printJob.move': operation({
    summary: 'Print a waiting paper on another direct printer',
    allow: 'cashier',
    profile: true,
    input: ofJob.extend({ printerId: uuid }),
    output: z.object({}),
  }),
  'printJob.retry': operation({
    summary: 'Try the printers with waiting papers now, without the pause',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({}),
  }),
}
