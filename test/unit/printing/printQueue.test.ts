import { expect, it } from 'vitest'
import type { PrintJob } from '../../../core/base/ports.ts'
import { oneAtATime } from '../../../core/printing/printers/printQueue.ts'

const job: PrintJob = { title: 'T1-1', paper: '80mm', html: '<p>' }

/** A printer that prints when the test lets it. */
const setUp = () => {
  const printing: PromiseWithResolvers<{ ok: true; file: string }>[] = []
  const begin = () => {
    const print = Promise.withResolvers<{ ok: true; file: string }>()
    printing.push(print)
    return print.promise
  }
  return { printing, printer: oneAtATime({ print: begin, pdf: begin, list }) }
}
/** A list does not wait for the printer. */
const list = async () => ({ ok: true as const, printers: [] })
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('prints one job after another, on paper and to PDF', async () => {
  const { printer, printing } = setUp()
  const results = [printer.pdf(job), printer.print(job), printer.pdf(job)]
  await turn()
  expect(printing).toHaveLength(1)
  printing[0]?.resolve({ ok: true, file: 'one' })
  expect(await results[0]).toEqual({ ok: true, file: 'one' })
  await turn()
  expect(printing).toHaveLength(2)
  // One that fails does not keep the next from printing.
  printing[1]?.reject(new Error('no paper'))
  await expect(results[1]).rejects.toThrow('no paper')
  await turn()
  expect(printing).toHaveLength(3)
  printing[2]?.resolve({ ok: true, file: 'three' })
  expect(await results[2]).toMatchObject({ file: 'three' })
})

it('refuses what comes while twenty wait, and takes the next once one is done', async () => {
  const { printer, printing } = setUp()
  const waiting = Array.from({ length: 20 }, () => printer.pdf(job))
  expect(await printer.pdf(job)).toMatchObject({ ok: false, reason: expect.stringContaining('20 prints') })
  await turn()
  printing[0]?.resolve({ ok: true, file: '' })
  await waiting[0]
  await turn()
  void printer.pdf(job)
  await turn()
  expect(await printer.pdf(job)).toMatchObject({ ok: false })
})
