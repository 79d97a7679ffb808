/** The needs of core from the computer it runs on. Every effect except SQLite and HTTP goes through one of these. */

import type { PoleSetting, ScaleSetting } from '../contract/hardware.ts'
import type { PrinterConnection, PrinterTrouble, PrintJobReason } from '../contract/printer.ts'
import type { OffThread } from './offThread.ts'

export interface Clock {
  /** Epoch milliseconds, UTC; may jump. */
  now(): number
  /** Milliseconds that never jump back; for measuring, not for storing. May stand still while the computer sleeps. */
  monotonic(): number
  /**
   * Milliseconds since the computer started, including sleep, which nobody can set; null: this system has no such
   * clock.
   */
  uptime(): number | null
  /** Identifies this start of the computer; null: this system has no such id. */
  bootId(): string | null
  /**
   * Calls `callback` once after at least `ms`. The returned function cancels. Never keeps the process alive by
   * itself.
   */
  after(ms: number, callback: () => void): () => void
}

/**
 * A sealed secret cannot be opened: the keyring is locked or belongs to another user, the key is missing, or the file
 * is damaged.
 */
export class SecretsUnreadableError extends Error {}

/** Keeps secrets (the device's cmcKey, consumer secrets, signing keys) out of databases and plain files. */
export interface Secrets {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

export interface PrintJob {
  title: string
  paper: '58mm' | '80mm' | 'A4'
  /** A complete document without scripts or external resources. */
  html: string
  /** The system's printer; absent = its default. */
  printerName?: string
}

export interface SystemPrinter {
  /** The system's own name for it. */
  name: string
  /** The name that people see on this computer. */
  title: string
}

/** What the host itself can print. A host that cannot print answers with a reason and never throws. */
export interface Printer {
  /** Prints on a system printer without a dialogue. */
  print(job: PrintJob): Promise<{ ok: true } | { ok: false; reason: string }>
  /** Writes a PDF and returns the file's path. */
  pdf(job: PrintJob): Promise<{ ok: true; file: string } | { ok: false; reason: string }>
  /** The printers of this computer. */
  list(): Promise<{ ok: true; printers: SystemPrinter[] } | { ok: false; reason: string }>
}

/** A printer that takes its own commands as bytes. */
export interface Direct {
  connection: PrinterConnection
  language: 'esc-pos' | 'star-prnt'
  /** Whether it tells its state; null: not known yet. */
  answers: boolean | null
}

export interface DirectState {
  /** null: nothing is known that keeps it from printing. */
  trouble: PrinterTrouble | null
  paperLow: boolean
  answers: boolean | null
  /** What the system said, in its own words. */
  detail: string | null
}

export interface DirectJob extends Direct {
  bytes: Uint8Array
  title: string
  /**
   * Called once before the first byte leaves. The job may be sent once it resolves with true; false: it was cancelled.
   */
  begin(): Promise<boolean>
  /** The printer told its state, before the job or while it prints. */
  told?(state: DirectState): void
}

/**
 * unsent: not one byte left. unknown: some or all did, and the printer did not confirm. printed: it confirmed, or it
 * is a printer that confirms nothing and took all.
 */
export type DirectOutcome =
  | { is: 'printed'; state: DirectState }
  | { is: 'unsent'; state: DirectState }
  | { is: 'unknown'; state: DirectState; reason: PrintJobReason }

/** Direct printers. Nothing throws: a failure is an outcome. One printer does one thing at a time. */
export interface DirectPrinters {
  print(job: DirectJob): Promise<DirectOutcome>
  /** Asks a printer for its state without printing. */
  state(printer: Direct): Promise<DirectState>
  /** Printers that answer on port 9100 in the network of an address; the own network if it is null. */
  inNetwork(near: string | null): Promise<PrinterConnection[]>
  /** Serial ports and device files of this computer. */
  ports(): Promise<PrinterConnection[]>
}

/** What a scale said. silent: nothing that is a frame of it. gone: its line cannot be opened, or was closed. */
export type Weighing =
  | { is: 'stable'; grams: number }
  | { is: 'moving' | 'negative' | 'overload' | 'silent' }
  | { is: 'gone'; reason: string }

/** A display of two lines with 20 characters. Nobody waits for it, and it never throws. */
export interface Pole {
  show(pole: PoleSetting, lines: readonly [string, string]): void
  /** Takes away what it shows. */
  clear(): void
}

/** What the computer does with a file for the person before it. false: it cannot. */
export interface Viewer {
  open(file: string): Promise<boolean>
  /** Puts the file itself on the clipboard. */
  copy(file: string): Promise<boolean>
}

export interface Ids {
  /** A random UUID. */
  uuid(): string
  /** `bytes` random bytes in base64url. */
  token(bytes: number): string
  /** A random number, 0 ≤ n < 1; for jitter only. */
  random(): number
}

/** Structured log. The first argument contains fields; secrets are redacted by name. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Free bytes on this computer's disks, for a program without special rights. */
export interface Volume {
  /** For the data folder's disk; cheap. Throws if the folder cannot be reached. */
  freeBytes(folder: string): number
  /** For any disk; a network disk may be slow. Rejects if the folder cannot be reached. */
  freeBytesElsewhere(folder: string): Promise<number>
}

export interface Ports {
  clock: Clock
  secrets: Secrets
  printer: Printer
  direct: DirectPrinters
  viewer: Viewer
  /** The serial ports of this computer; none where the system cannot say. */
  serialPorts(): Promise<{ path: string; title: string }[]>
  /** Never rejects. */
  weigh(scale: ScaleSetting): Promise<Weighing>
  pole: Pole
  ids: Ids
  log: Log
  volume: Volume
  /** Runs work that reads or writes a whole file. */
  offThread: OffThread
}
