import type { Printer } from '../../base/ports.ts'

/** More waiting jobs mean that the printer does not print. Further jobs would only add to the queue. */
const mostWaiting = 20

/** Prints one job at a time. Each PDF starts a browser, and six at once are 63 processes. */
export const oneAtATime = (printer: Printer): Printer => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inTurn = <R>(work: () => Promise<R>): Promise<R | { ok: false; reason: string }> => {
    if (waiting >= mostWaiting) {
      const reason = `${mostWaiting} prints are waiting already. Print again when they are done.`
      return Promise.resolve({ ok: false, reason })
    }
    waiting += 1
    const done = last.then(work).finally(() => {
      waiting -= 1
    })
    last = done.catch(() => undefined)
    return done
  }
  return {
    print: (job) => inTurn(() => printer.print(job)),
    pdf: (job) => inTurn(() => printer.pdf(job)),
    list: printer.list,
  }
}
