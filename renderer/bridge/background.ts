/**
 * Starts work that no caller waits for. Work shows its own failures; one that it does not catch becomes a fault of the
 * page, which the shell shows: an unguarded promise would lose it in a console that nobody opens.
 */
export function inBackground(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    queueMicrotask(() => {
      throw error
    })
  })
}
