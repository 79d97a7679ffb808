/** Reads a whole database while the till works on it: on a connection and in a thread of its own. */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** Text, not a file: the same in a bundle, where there is no file beside this one. */
const work = `
  const { parentPort, workerData } = require('node:worker_threads')
  const Sqlite = require(workerData.engine)
  let db
  try {
    db = new Sqlite(workerData.file, { readonly: true, fileMustExist: true })
    db.pragma('cell_size_check = ON')
    const found = db.pragma('quick_check(5)').flatMap((row) => Object.values(row)).filter((text) => text !== 'ok')
    parentPort.postMessage({ problems: found.length === 0 ? null : found.join('; ') })
  } catch (error) {
    const damage = /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? '')
    parentPort.postMessage(damage ? { problems: error.message } : { failed: error.message })
  } finally {
    db?.close()
  }
`

export interface LookThrough {
  /** What is wrong, in SQLite's words; null = nothing. Rejects when it could not be looked, or was stopped. */
  problems: Promise<string | null>
  /** Resolves once it has let go of the file. */
  stop(): Promise<unknown>
}

export const lookThrough = (file: string): LookThrough => {
  const engine = createRequire(import.meta.url).resolve('better-sqlite3')
  const worker = new Worker(work, { eval: true, workerData: { file, engine } })
  // A till that ends does not wait for this.
  worker.unref()
  const problems = new Promise<string | null>((resolve, reject) => {
    worker.once('message', (said: { problems: string | null } | { failed: string }) => {
      if ('failed' in said) reject(new Error(said.failed))
      else resolve(said.problems)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('it was stopped')))
  })
  return { problems, stop: () => worker.terminate() }
}
