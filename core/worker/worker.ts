/** A thread that does one task after another. Errors keep their code, by which a failing disk is known. */
import { parentPort } from 'node:worker_threads'
import type { Answer, Order } from '../base/offThread.ts'
import { runTask } from './tasks.ts'

const answerTo = async ({ name, args }: Order): Promise<Answer> => {
  try {
    return { result: await runTask(name, args) }
  } catch (error) {
    const { name: kind, message, code } = error as Error & { code?: unknown }
    return { failed: { name: kind, message, code } }
  }
}

parentPort?.on('message', (order: Order) => {
  answerTo(order).then(
    (answer) => parentPort?.postMessage(answer),
    // An answer that cannot be cloned is a defect: the thread ends with it.
    (error: unknown) => {
      throw error
    },
  )
})
