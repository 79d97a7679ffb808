/**
 * Power cuts: what a till writes is recorded while it sells, upgrades, makes copies, or has a copy put in place; then the
 * power goes at a random moment, and what `recordedDisk.ts` says may be left is opened (`afterCut.ts`).
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createRandom } from '../simulation/random.ts'
import { afterCut, type Counts, type Known } from './afterCut.ts'
import { acknowledgements, type CutKind, shares } from './cutKinds.ts'
import { createRecordedDisk } from './recordedDisk.ts'
import { type Operation, type Recording, record } from './recording.ts'

export interface CutReport extends Counts {
  cuts: number
  acknowledged: number
  /** The broken rules in words; empty is good. */
  wrong: string[]
}

export interface CutOptions {
  folder: string
  shim: string
  cuts: number
  sales: number
  seed: number
  /** The recordings: words of {@link shares}. */
  of: string[]
  /** See `recording.ts`. */
  unsafe?: boolean
}

const linesOf = (data: Buffer | undefined): string[] => data?.toString('utf8').split('\n').slice(0, -1) ?? []

const nameChanges = new Set<Operation['kind']>(['create', 'rename', 'unlink', 'folder'])

const beginning = /^\.(.+?\.db)(\.unchecked)?\.\d+$/

/** The known state of a till at the next moment. */
const learn = (known: Known, { kind, file, data }: Operation): void => {
  const sold = known.acknowledged.length
  const [, copy] = beginning.exec(basename(file)) ?? []
  if (kind === 'acknowledged') known.acknowledged.push(...linesOf(data))
  else if (kind === 'create' && copy) known.inCopy.set(copy, sold)
  else if (kind === 'rename' && data.toString().endsWith('till.db.swap')) known.inAside ??= sold
}

const cutOne = async (
  kind: CutKind,
  { before, operations }: Recording,
  options: CutOptions,
): Promise<CutReport> => {
  const random = createRandom(options.seed)
  // Names come and go seldom, and are half of what can go wrong but in a day.
  const names = operations.flatMap(({ kind }, index) => (nameChanges.has(kind) ? [index] : []))
  const anywhere = () => random.between(1, operations.length - 1)
  const moments = Array.from({ length: options.cuts }, () =>
    kind !== 'day' && random.chance(0.5)
      ? Math.min(random.pick(names) + 1, operations.length - 1)
      : anywhere(),
  ).toSorted((a, b) => a - b)
  const sold = linesOf(before.get(acknowledgements))
  const known: Known = {
    kind,
    before: sold,
    acknowledged: [...sold],
    inCopy: new Map(),
    inAside: null,
  }
  const counts: Counts = {
    opened: 0,
    fromJournal: 0,
    tornJournals: 0,
    hosts: 0,
    refusedAsNewer: 0,
    asides: 0,
    copies: 0,
  }
  const wrong: string[] = []
  const disk = createRecordedDisk(before)
  // The files after a cut are read once, so a folder in memory suffices, if there is one.
  const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : options.folder, 'kaunta-cut-'))
  let next = 0
  try {
    for (const [index, operation] of operations.entries()) {
      for (; next < moments.length && moments[next] === index; next += 1) {
        rmSync(place, { recursive: true, force: true })
        for (const [file, content] of disk.cut(random)) {
          mkdirSync(join(place, dirname(file)), { recursive: true })
          writeFileSync(join(place, file), content)
        }
        for (const rule of await afterCut(place, { known, random, number: next, counts }))
          wrong.push(`${kind}, cut ${next} before operation ${index} of ${operations.length}: ${rule}`)
      }
      learn(known, operation)
      if (operation.kind !== 'acknowledged') disk.apply(operation)
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
  return { cuts: next, ...counts, acknowledged: known.acknowledged.length, wrong }
}

/** Cuts the power `cuts` times. Throws when what is to be cut cannot be recorded. */
export const cutPower = async (options: CutOptions): Promise<CutReport> => {
  const wanted = options.of.map((name) => {
    const share = shares[name]
    if (!share) throw new Error(`--of: ${Object.keys(shares).join()}, not "${name}"`)
    return share
  })
  const whole = wanted.reduce((sum, { weight }) => sum + weight, 0)
  const recordings = record({ ...options, kinds: wanted.flatMap(({ of }) => of) })
  let sum: CutReport | undefined
  for (const { of, weight } of wanted) {
    for (const kind of of) {
      const cuts = Math.ceil((options.cuts * weight) / whole / of.length)
      const report = await cutOne(kind, recordings.get(kind) as Recording, { ...options, cuts })
      sum = sum ? added(sum, report) : report
    }
  }
  return sum as CutReport
}

const added = (sum: CutReport, more: CutReport): CutReport => {
  const total = { ...sum, wrong: [...sum.wrong, ...more.wrong] }
  for (const [name, count] of Object.entries(more))
    if (typeof count === 'number') total[name as keyof Counts] += count
  return total
}
