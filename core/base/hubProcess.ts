/** Starts the program of the branch hub beside this one. The till sells on, also if that program ends. */

export interface HubProcess {
  /** Calls back for each line that the program writes for programs, and for people. */
  onLine(listener: (line: string, isForPeople: boolean) => void): void
  /** Calls back once; also if it could not be started. `code` null: it was killed. */
  onEnd(listener: (code: number | null) => void): void
  /** Asks it to end in order. */
  end(): void
  kill(): void
}

/** `args`: as on the command line (`core/hub/flags.ts`). */
export type StartHub = (args: readonly string[]) => HubProcess
