/** The second copy, as the engine sees it (`db/journal`). */

/** What the database's transactions tell; see `sqlite.ts`. */
export interface Journal {
  note(sql: string, values: unknown[], changes: number): void
  /** How much the open transaction has noted, to come back to by {@link Journal.takeBack}. */
  mark(): number
  takeBack(mark: number): void
  /** Last thing before the commit. Throws when it cannot be written: then nothing may be committed. */
  write(): void
  committed(): void
  /** The transaction did not come about. */
  undo(): void
  /** Resolves once everything committed so far is durable here too, or cannot be (`broken` was told). */
  durable(): Promise<void>
  /** Throws `FolderGoneError` where the segment is not in its folder any more; `cheaply`: where it was deleted. */
  demandFile(how?: { cheaply: boolean }): void
  /** Begins a new segment. */
  rotate(): void
  /** Deletes segments that hold nothing after that transaction. */
  prune(sequence: number): void
  close(): void
}
