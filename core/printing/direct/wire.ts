import type { PrinterTrouble } from '../../contract/printer.ts'

/** A line to a printer that takes bytes and may answer with some. */
export interface Wire {
  /**
   * Resolves once the system took all bytes. Rejects with {@link WireError} if it did not by `deadline`
   * (`performance.now()`), and sends nothing of them afterwards.
   */
  write(bytes: Uint8Array, deadline: number): Promise<void>
  /** Returns what arrived and was not taken yet; waits for something until `deadline`. Empty: nothing arrived. */
  read(deadline: number): Promise<Uint8Array>
  /**
   * Ends the line. Rejects with {@link WireError} if the other side broke it before it had all bytes, as far as this
   * line can know within `deadline`.
   */
  end(deadline: number): Promise<void>
  /** Drops the line, and what was not sent yet. Resolves once another may take it. */
  drop(): Promise<void>
}

export type OpenWire = (deadline: number) => Promise<Wire>

export class WireError extends Error {
  readonly trouble: PrinterTrouble
  constructor(trouble: PrinterTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}
