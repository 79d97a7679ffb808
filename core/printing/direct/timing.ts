/** Durations of direct printing in milliseconds. One place, so that tests can run the same code faster. */
export interface PrintTiming {
  /** The least time that a printer has for a job. Printers need up to 8 s for a long receipt. */
  floorMs: number
  /** And for each byte of it: a serial line at 9,600 baud needs 1. */
  perByteMs: number
  /** For a connection to a printer. */
  connectMs: number
  /** For the answer about its state. */
  stateMs: number
  /** First pause after a printer could not be reached; doubles with each try. */
  retryMs: number
  retryCapMs: number
  /** How long a closing till waits for a job. Afterwards its outcome is unknown. */
  stopMs: number
  /** Between two looks at an idle printer. */
  checkMs: number
  /** Another till may hold a printer's only line for so long. Only then a look calls the printer unreachable. */
  sharedMs: number
}

export const printTiming: PrintTiming = {
  floorMs: 15_000,
  perByteMs: 2,
  connectMs: 3_000,
  stateMs: 1_000,
  retryMs: 2_000,
  retryCapMs: 30_000,
  stopMs: 3_000,
  checkMs: 30_000,
  sharedMs: 10_000,
}
