/** Faults of ours in what survives a damaged disk: loaded before the till (`--import`), TORTURE_BUG plants one of them. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

interface Edit {
  file: string
  find: string
  replace: string
}

/** By the part of the torture that finds them. */
export const tortureBugs = {
  hub: {
    takenInParts: [
      {
        file: 'core/hub/ingest.ts',
        find: 'await repeated(hub.db, (tx) => take(tx, origin, request, found))',
        replace: 'await take(hub.db as unknown as HubTx, origin, request, found)',
      },
    ],
    notRevived: [
      {
        file: 'core/hub/openHub.ts',
        find: 'lost = reviving(server, ports.log)',
        replace: 'lost = () => undefined',
      },
    ],
  },
  kills: {
    paidInParts: [
      {
        file: 'core/operations/account/pay.ts',
        find: 'const reply = db.transaction(work)',
        replace: 'const reply = work()',
      },
    ],
    exchangedInParts: [
      {
        file: 'core/operations/sale/complete.ts',
        find: 'const reply = db.transaction(() => ringUp(input, context, claimed))',
        replace: 'const reply = ringUp(input, context, claimed)',
      },
    ],
    bookedInParts: [
      {
        file: 'core/operations/count/end.ts',
        find: 'const reply = allOrNothing(db, (): Reply<{ count',
        replace: 'const reply = (<T>(_: unknown, work: () => T): T => work())(db, (): Reply<{ count',
      },
    ],
    deliveredInParts: [
      {
        file: 'core/operations/delivery/deliver.ts',
        find: 'const stored = db.transaction(() => {',
        replace: 'const stored = (<T>(work: () => T): T => work())(() => {',
      },
    ],
    movedInParts: [
      {
        file: 'core/operations/transfer/move.ts',
        find: 'const stored = db.transaction(() => {',
        replace: 'const stored = (<T>(work: () => T): T => work())(() => {',
      },
    ],
    decidedInParts: [
      {
        file: 'core/operations/customs/decide.ts',
        find: 'const stored = db.transaction((): Reply<unknown> => {',
        replace: 'const stored = (<T>(work: () => T): T => work())((): Reply<unknown> => {',
      },
    ],
  },
  day: {
    closedOnlyOnce: [
      {
        file: 'core/operations/shift/close.ts',
        find: 'const done = closeByRequest(db, input.requestId)',
        replace: 'const done = undefined as ReturnType<typeof closeByRequest>',
      },
    ],
    creditsOutsideShift: [
      {
        file: 'core/shop/sales/storeDocument.ts',
        find: "shift_id: source === 'till' ? (openShift(db)?.id ?? null) : null,",
        replace: "shift_id: source === 'till' && !credits ? (openShift(db)?.id ?? null) : null,",
      },
    ],
    voidedTwice: [
      {
        file: 'core/shop/sales/droppedGoods.ts',
        find: "  writeDown(db, row, { became: 'open', goods: namedGoods(db, off) }, at)\n",
        replace:
          "  for (const _ of [1, 2]) writeDown(db, row, { became: 'open', goods: namedGoods(db, off) }, at)\n",
      },
    ],
    trainingInDrawer: [
      {
        file: 'core/shop/reports/figures.ts',
        find: "received: amountOf('sale', 'cash'),",
        replace:
          "received: amountOf('sale', 'cash') + (unofficialSums(db, scope).find(({ label }) => label === 'TS')?.total ?? 0),",
      },
    ],
    ownTenderIsShipped: [
      {
        file: 'core/shop/sales/chosenTender.ts',
        find: 'tender_name: found.name })',
        replace: 'tender_name: null })',
      },
    ],
    hiddenFromZ: [
      {
        file: 'core/shop/cash/shiftReport.ts',
        find: 'const open = unsigned(db)',
        replace: 'const open = { ...unsigned(db), count: 0 }',
      },
    ],
  },
  folder: {
    comparisonRemoved: [
      {
        file: 'db/engine/anchor.ts',
        find: '  return now?.ino === ino && now.dev === dev\n',
        replace: '  return true\n',
      },
    ],
    // Either of the two alone keeps a folder that came back from being sold in.
    goneForgotten: [
      {
        file: 'db/engine/anchor.ts',
        find: 'if (gone === null && !isInPlace(place)) gone = place.path\n    if (gone !== null) throw new FolderGoneError(gone)',
        replace: 'if (!isInPlace(place)) throw new FolderGoneError(place.path)',
      },
      {
        file: 'db/engine/anchor.ts',
        find: 'if (gone === null) gone = [...held]',
        replace: 'gone = [...held]',
      },
      {
        file: 'core/disk/diskMonitor.ts',
        find: "if (next === word || word === 'gone') return",
        replace: 'if (next === word) return',
      },
    ],
  },
  workspace: {
    firstRunWithoutItsFile: [
      {
        file: 'core/workspace/recoverWorkspaceDb.ts',
        find: "workspaceWasHere(dataDir) ? { cause: 'missing', text: null, reach: null } : null",
        replace: 'null',
      },
    ],
    endedComesBack: [
      {
        file: 'core/workspace/recoverWorkspaceDb.ts',
        find: '    if (ended) endAgain(db, ended, now)\n',
        replace: '',
      },
    ],
    olderUnseen: [
      {
        file: 'core/workspace/recoverWorkspaceDb.ts',
        find: "    return { cause: 'older', text: null, reach }\n  if (copies.some",
        replace: '    return null\n  if (copies.some',
      },
    ],
    changedRowUnseen: [
      {
        file: 'core/workspace/recoverWorkspaceDb.ts',
        find: 'holdsNoted(file, last) === false',
        replace: 'false',
      },
    ],
    copyTakenUnseen: [
      {
        file: 'core/workspace/recoverWorkspaceDb.ts',
        find: "    if (problemsIn(incoming, { depth: 'full' }) !== null) return null\n",
        replace: '',
      },
      {
        file: 'core/workspace/recoverWorkspaceDb.ts',
        find: '    if (isLast === false) return null\n',
        replace: '',
      },
    ],
    nobodyHears: [
      {
        file: 'core/workspace/openWorkspaceDb.ts',
        find: '    reportToProfiles(dataDir, db)\n',
        replace: '',
      },
    ],
  },
  bytes: {
    journalEndsAtDamage: [
      {
        file: 'db/journal/rollForward.ts',
        find: 'if (lost) return stop(',
        replace: 'if (lost && segments.length === 0) return stop(',
      },
    ],
    linesBehindDamageDropped: [
      {
        file: 'db/journal/rollForward.ts',
        find: '      const chain = chainAfter(line, lines[place + 1], at)\n',
        replace: '      if (!line.whole) break\n      const chain = chainAfter(line, lines[place + 1], at)\n',
      },
    ],
    payloadNotChecked: [
      {
        file: 'core/queue/claim.ts',
        find: 'if (!isIntact(head)) {',
        replace: 'if (!isIntact(head) && head.id < 0) {',
      },
    ],
    nothingCompared: [
      {
        file: 'core/recovery/comparison.ts',
        find: 'if (differences.length === 0) return',
        replace: 'if (differences.length >= 0) return',
      },
    ],
    evidenceNotKept: [
      {
        file: 'core/recovery/comparison.ts',
        find: "    writeWhole(join(aside, 'rows.json'), JSON.stringify({ source, differences }, null, 2))\n",
        replace: '',
      },
    ],
    notRepaired: [
      {
        file: 'db/integrity/repairRows.ts',
        find: 'for (const difference of repaired) put(db, difference)',
        replace: 'for (const difference of repaired.slice(1)) put(db, difference)',
      },
    ],
  },
} satisfies Record<string, Record<string, Edit[]>>

const name = process.env['TORTURE_BUG'] ?? ''
const planted = Object.values<Record<string, Edit[]>>(tortureBugs).flatMap((bugs) => bugs[name] ?? [])
if (name !== '' && planted.length === 0) throw new Error(`There is no bug "${name}"`)
for (const { file, find, replace } of planted) {
  const url = new URL(`../../${file}`, import.meta.url).href
  if (!readFileSync(fileURLToPath(url), 'utf8').includes(find))
    throw new Error(`The bug "${name}" is not of ${file} any more`)
  registerHooks({
    load: (loaded, context, next) => {
      const result = next(loaded, context)
      if (loaded !== url) return result
      return { ...result, source: String(result.source).replace(find, () => replace) }
    },
  })
}
