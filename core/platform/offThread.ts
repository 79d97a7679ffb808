/** Threads that run the worker's tasks. */
import { Worker } from 'node:worker_threads'
import type { Answer, OffThread, Order } from '../base/offThread.ts'

/** From the source, or where the build puts it beside Electron's main bundle. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? '../worker/worker.ts' : './worker.js',
  import.meta.url,
)

/** Milliseconds. A thread waits this long for another task, because the steps of a copy follow each other. */
const idleMs = 5_000
let idle: { worker: Worker; end: NodeJS.Timeout } | undefined

const events = ['message', 'error', 'exit'] as const
/** Not all listeners: Node's own ones count ours. */
const forget = (worker: Worker): void => {
  for (const event of events) worker.removeAllListeners(event)
}

const takeWorker = (): Worker => {
  if (!idle) return new Worker(entry)
  const { worker, end } = idle
  idle = undefined
  clearTimeout(end)
  forget(worker)
  worker.ref()
  return worker
}

const putBack = (worker: Worker): void => {
  forget(worker)
  if (idle) {
    endWorker(worker)
    return
  }
  // A till that ends does not wait for the thread.
  worker.unref()
  const end = setTimeout(() => {
    idle = undefined
    endWorker(worker)
  }, idleMs).unref()
  worker.once('error', () => undefined)
  worker.once('exit', () => {
    idle = undefined
    clearTimeout(end)
  })
  idle = { worker, end }
}

const endWorker = (worker: Worker): void => {
  worker.terminate().catch(() => undefined)
}

const failure = ({ name, message, code }: Extract<Answer, { failed: unknown }>['failed']): Error =>
  Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) })

export const offThread: OffThread = (name, ...args) => {
  const worker = takeWorker()
  let over = false
  const result = new Promise<never>((resolve, reject) => {
    worker.once('message', (answer: Answer) => {
      over = true
      putBack(worker)
      if ('failed' in answer) reject(failure(answer.failed))
      else resolve(answer.result as never)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`${name} was stopped`)))
  })
  worker.postMessage({ name, args } satisfies Order)
  return { result, stop: async () => (over ? undefined : worker.terminate()) }
}
