/** What the core needs from the machine it runs on. Every effect but SQLite and HTTP goes through one of these. */
import type { OffThread } from './offThread.ts'

export interface Clock {
  /** Epoch milliseconds, UTC; may jump. */
  now(): number
  /** Milliseconds that never jump back; for measuring, not for storing. May stand still while the computer sleeps. */
  monotonic(): number
  /** Milliseconds since the computer started, its sleep included, which nobody can set; null: this system has no such clock. */
  uptime(): number | null
  /** Names this start of the computer; null: this system gives it no name. */
  bootId(): string | null
  /** Calls back once after at least `ms`; the answer cancels. Never keeps the process alive by itself. */
  after(ms: number, callback: () => void): () => void
}

/** What is kept sealed cannot be opened: a keyring that is locked or another's, a key that is gone, a damaged file. */
export class SecretsUnreadableError extends Error {}

/** Keeps secrets out of the databases and files in clear: the device's cmcKey, consumer secrets, signing keys. */
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

/** What the host itself can print; a host that cannot answers with a reason, never throws. */
export interface Printer {
  /** Prints without asking on a printer of the system. */
  print(job: PrintJob): Promise<{ ok: true } | { ok: false; reason: string }>
  /** Writes a PDF and answers the file's path. */
  pdf(job: PrintJob): Promise<{ ok: true; file: string } | { ok: false; reason: string }>
}

export interface Ids {
  /** A random UUID. */
  uuid(): string
  /** `bytes` random bytes in base64url. */
  token(bytes: number): string
  /** A number from 0 up to, not including, 1; for jitter only. */
  random(): number
}

/** Structured log; the first argument holds fields, secrets are redacted by name. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The room on the disks of this computer, in bytes that a program like this one may still write. */
export interface Volume {
  /** Of the disk that the data is on; cheap. Throws where the folder cannot be reached. */
  freeBytes(folder: string): number
  /** Of any disk: one on a network may take its time. Rejects where the folder cannot be reached. */
  freeBytesElsewhere(folder: string): Promise<number>
}

export interface Ports {
  clock: Clock
  secrets: Secrets
  printer: Printer
  ids: Ids
  log: Log
  volume: Volume
  /** What reads or writes a whole file. */
  offThread: OffThread
}
