/**
 * Receipts through a printer that fails at every tenth, printed by a till that is killed. Each original is on paper
 * once, or its outcome is unknown; none is lost, they come in their order, and the paper shows the receipt's text.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { createRandom } from '../simulation/random.ts'
import { startCups } from '../support/paper/cups.ts'
import { createDecoder } from '../support/paper/decode.ts'
import { type Faults, startPaperPrinter } from '../support/paper/printer.ts'
import type { Sheet } from '../support/paper/sheet.ts'
import { freePort, startAuthority } from './smallTill.ts'

export interface PrintReport {
  receipts: number
  kills: number
  faults: number
  printed: number
  unknown: number
  wrong: string[]
}

interface Job {
  number: string
  life: string
  state: string
}

/** What prints, and what can happen to it. */
interface Subject {
  /** As `printer.save` takes it. */
  connection: object
  env: NodeJS.ProcessEnv
  /** Fails for a moment. */
  fail(random: ReturnType<typeof createRandom>): void
  /** It prints again. What it has in its memory still comes out, and its line is free. */
  recover(): void
  sheets(): Sheet[]
  close(): Promise<void>
}

const faultsOf = (random: ReturnType<typeof createRandom>): Faults =>
  random.pick<Faults>([
    { cutAfter: random.between(0, 1_200) },
    { paperOutAfter: random.between(0, 25) },
    { neverPrints: true },
    { coverOpen: true },
    { lineMs: 15 },
  ])

const inNetwork = async (): Promise<Subject> => {
  const printer = await startPaperPrinter()
  const recover = () => {
    printer.faults = {}
    printer.loadPaper()
  }
  return {
    connection: { kind: 'network', host: '127.0.0.1', port: printer.port },
    env: {},
    fail: (random) => {
      printer.faults = faultsOf(random)
      setTimeout(recover, random.between(20, 600))
    },
    recover,
    sheets: () => printer.sheets,
    close: printer.close,
  }
}

/** Debian's print server, whose printer fails, or is so slow that the till takes its paper back. */
const onQueue = async (): Promise<Subject> => {
  const cups = await startCups()
  return {
    connection: { kind: 'queue', name: cups.queue },
    env: { CUPS_SERVER: cups.server },
    fail: (random) => cups.failOnce(random.pick(['before', 'half', 'after', 'slow'])),
    recover: () => undefined,
    sheets: () => {
      const decoder = createDecoder('esc-pos')
      for (let rest = cups.printed(); rest.length > 0; )
        rest = rest.subarray(decoder.step(rest) || rest.length)
      return decoder.sheets
    },
    close: cups.close,
  }
}

const textOf = ({ printed }: Sheet): string[] =>
  printed.flatMap((each) => {
    if (each.kind === 'raster') return []
    const text = each.kind === 'qr' ? each.data : each.text.trim()
    return text === '' ? [] : [text]
  })
const numberIn = (lines: string[]): string | undefined =>
  lines
    .join(' ')
    .match(/T1-\d+/g)
    ?.at(-1)

/** Prints so many receipts; kills the till so often. */
export const torturePrinting = async ({
  folder,
  receipts,
  kills,
  seed,
  through = 'network',
}: {
  folder: string
  receipts: number
  kills: number
  seed: number
  through?: 'network' | 'queue'
}): Promise<PrintReport> => {
  const random = createRandom(seed)
  const printer = await (through === 'queue' ? onQueue() : inNetwork())
  const authority = await startAuthority(join(folder, 'authority.db'), await freePort())
  const data = join(folder, 'till')
  const script = fileURLToPath(new URL('printTill.ts', import.meta.url))
  const killAt = new Set(Array.from({ length: kills }, () => random.between(1, receipts - 1)))
  const acknowledged: string[] = []
  const texts = new Map<string, string[]>()
  const wrong: string[] = []
  let faults = 0
  let killed = 0

  /** Lives until everything is printed, or it is killed. */
  const live = async (): Promise<boolean> => {
    const left = receipts - acknowledged.length
    const args = [script, data, authority.url, JSON.stringify(printer.connection), String(left)]
    const till = spawn(process.execPath, args, {
      env: { ...process.env, ...printer.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let isDone = false
    for await (const line of createInterface(till.stdout)) {
      const said = JSON.parse(line) as { number?: string; life?: string; text?: string[]; done?: true }
      if (said.done) isDone = true
      if (said.text) texts.set(numberIn(said.text) ?? '', said.text)
      if (!said.number) continue
      acknowledged.push(said.number)
      if (said.life !== 'original') wrong.push(`${said.number} was printed as ${said.life}`)
      if (acknowledged.length % 10 === 0) {
        faults += 1
        printer.fail(random)
      }
      if (killAt.delete(acknowledged.length)) {
        killed += 1
        till.kill('SIGKILL')
      }
    }
    if (till.exitCode === null && till.signalCode === null) await once(till, 'exit')
    if (!isDone && till.signalCode !== 'SIGKILL') throw new Error(`the till ended with ${till.exitCode}`)
    return isDone
  }
  try {
    while (!(await live())) printer.recover()
    const [appId = ''] = readdirSync(join(data, 'apps'))
    const db = new Sqlite(join(data, 'apps', appId, 'till.db'), { readonly: true })
    const jobs = db
      .prepare(
        `select invoice.number, print.life, print_job.state from print_job
         join print on print.id = print_job.print_id join invoice on invoice.id = print.invoice_id
         order by print_job.id`,
      )
      .all() as Job[]
    db.close()
    const onPaper = printer.sheets().flatMap((sheet) => {
      const lines = textOf(sheet)
      const number = numberIn(lines)
      if (!sheet.isCut || !number) return []
      const text = texts.get(number) ?? []
      // Above it may be the beginning of one whose line broke.
      if (lines.slice(-text.length).join('\n') !== text.join('\n'))
        wrong.push(`${number} reads ${lines.join()}`)
      return [number]
    })
    const times = (number: string) => onPaper.filter((each) => each === number).length
    const byNumber = new Map(jobs.map((job) => [job.number, job]))
    for (const number of acknowledged)
      if (!byNumber.has(number)) wrong.push(`${number} was confirmed and has no print job`)
    if (byNumber.size < jobs.length) wrong.push('a receipt has two print jobs')
    for (const { number, state } of jobs) {
      if (state === 'printed' && times(number) !== 1)
        wrong.push(`${number} counts as printed and is on paper ${times(number)} times`)
      else if (state === 'unknown' && times(number) > 1) wrong.push(`${number} is on paper twice`)
      else if (state !== 'printed' && state !== 'unknown') wrong.push(`${number} is ${state}`)
    }
    const order = jobs.map(({ number }) => number).filter((number) => onPaper.includes(number))
    if (order.join() !== onPaper.join()) wrong.push('the receipts are not in their order')
    const unknown = jobs.filter(({ state }) => state === 'unknown').length
    return { receipts: jobs.length, kills: killed, faults, printed: jobs.length - unknown, unknown, wrong }
  } finally {
    await printer.close()
    await authority.close()
  }
}
