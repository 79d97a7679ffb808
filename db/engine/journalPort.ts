/** The journal as the engine sees it (`db/journal`). */

/** Receives the database's transactions; see `sqlite.ts`. */
export interface Journal {
  note(sql: string, values: unknown[], changes: number): void
  /** Position in the open transaction's notes, for {@link Journal.takeBack}. */
  mark(): number
  takeBack(mark: number): void
  /** The last step before the commit. Throws if the line cannot be written; then nothing may be committed. */
  write(): void
  committed(): void
  /** The transaction was rolled back. */
  undo(): void
  /** Resolves once everything committed so far is durable here too, or cannot be (then `broken` was called). */
  durable(): Promise<void>
  /** Throws `FolderGoneError` if the segment is not in its folder any more; `cheaply`: only if it was deleted. */
  demandFile(how?: { cheaply: boolean }): void
  /** Starts a new segment. */
  rotate(): void
  /** Deletes segments without transactions after that one. */
  prune(sequence: number): void
  close(): void
}
