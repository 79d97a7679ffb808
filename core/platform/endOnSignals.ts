import { complain } from './complain.ts'

/**
 * Ends the process after `end` completed, on a signal. A second Ctrl-C does not interrupt it: the authority issues a
 * device's key only once, and that response must not be lost. Returns the function that ends the process for other
 * reasons.
 */
export const endOnSignals = (
  close: () => Promise<void>,
  exit: (code: number) => void = process.exit,
): (() => Promise<void>) => {
  let ending = false
  const end = async (): Promise<void> => {
    if (ending) return
    ending = true
    await close()
    exit(0)
  }
  const onSignal = (): void => {
    if (ending) complain("Kaunta is ending; it waits for the tax authority's response, 40 seconds at most")
    // Work that cannot be completed must not keep the process alive. The next start continues from what is stored.
    end().catch((error: unknown) => {
      complain(`Kaunta could not end in order: ${error instanceof Error ? error.message : error}`)
      exit(1)
    })
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return end
}
