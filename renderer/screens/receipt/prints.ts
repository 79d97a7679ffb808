/** Prints under way in this window, and originals of which a person has to say whether they came out. */
import { useSyncExternalStore } from 'react'

/** An original that was sent to a print dialogue, which does not report the outcome. */
export interface Question {
  /** The profile in which it was printed. */
  appId: string
  printId: number
  invoiceId: number
  number: string
}

interface Prints {
  /** Documents, by their id. */
  running: ReadonlySet<number>
  questions: readonly Question[]
}

let prints: Prints = { running: new Set(), questions: [] }
const listeners = new Set<() => void>()

function change(next: Partial<Prints>): void {
  prints = { ...prints, ...next }
  for (const listener of listeners) listener()
}

export function usePrints(): Prints {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => prints,
  )
}

/** false: this document is being printed already. */
export function beginPrint(invoiceId: number): boolean {
  if (prints.running.has(invoiceId)) return false
  change({ running: new Set([...prints.running, invoiceId]) })
  return true
}

export function endPrint(invoiceId: number): void {
  change({ running: new Set([...prints.running].filter((id) => id !== invoiceId)) })
}

export function askWhetherPrinted(question: Question): void {
  const others = prints.questions.filter(({ printId }) => printId !== question.printId)
  change({ questions: [...others, question] })
}

export function forgetQuestion({ printId }: Question): void {
  change({ questions: prints.questions.filter((question) => question.printId !== printId) })
}
