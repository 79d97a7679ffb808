/** A thread that runs one task after another. Errors keep their code, which identifies a failing disk. */
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
    // A result that cannot be cloned is a defect and ends the thread.
    (error: unknown) => {
      throw error
    },
  )
})
