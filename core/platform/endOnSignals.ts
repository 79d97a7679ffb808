import { complain } from './complain.ts'

/**
 * Ends the process once its work is put away, when it is told to and however often: what the authority is just giving a
 * device it gives once, and a second Ctrl-C must not lose it. Answers that ending, for what else ends it.
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
  const told = (): void => {
    if (ending) complain('it is ending; an answer of the tax authority is waited for, 40 seconds at most')
    // Work that cannot be put away must not keep the process: the next start finds what is stored.
    end().catch((error: unknown) => {
      complain(`it could not end in order: ${error instanceof Error ? error.message : error}`)
      exit(1)
    })
  }
  process.on('SIGTERM', told)
  process.on('SIGINT', told)
  return end
}
