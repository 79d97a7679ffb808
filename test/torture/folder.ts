/**
 * The data folder goes away under a selling till: `node folder.ts FOLDER ROUNDS SEED`, in a mount namespace of its own
 * (`unshare -Urm`, see run.ts). What is acknowledged after that is in the folder's files: so nothing is, before a restart.
 * TORTURE_BUG plants one of `bugs.ts` in the product, to see that this finds it; it stops there.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../simulation/random.ts'
import { checkKept, type Sent } from './kept.ts'
import { freePort, openSmallTill, type SmallTill, startAuthority, until } from './smallTill.ts'

const [folder = '', rounds = '10', seed = '1'] = process.argv.slice(2)
const random = createRandom(Number(seed))
const planted = process.env['TORTURE_BUG'] !== undefined
const disk = join(folder, 'disk')
const data = join(disk, 'data')
/** A second mount of the same disk, so that its files can be read once the till's mount is gone. */
const again = join(folder, 'again')
const template = join(folder, 'template')
const authorityFile = join(folder, 'authority.db')

const mount = (...options: string[]) =>
  execFileSync('mount', options, { stdio: ['ignore', 'ignore', 'inherit'] })
const unmount = (place: string) => execFileSync('umount', ['-l', place])

interface Loss {
  lose(): void
  /** The repair before the next start; absent: the folder stays gone. */
  giveBack?(): void
}

const away = join(disk, 'away')
const losses: Record<string, Loss> = {
  deleted: { lose: () => rmSync(data, { recursive: true }) },
  moved: { lose: () => renameSync(data, away), giveBack: () => renameSync(away, data) },
  replacedByACopy: {
    lose: () => {
      renameSync(data, away)
      cpSync(away, data, { recursive: true })
    },
    giveBack: () => {
      rmSync(data, { recursive: true })
      renameSync(away, data)
    },
  },
  unmounted: { lose: () => unmount(disk), giveBack: () => mount('--bind', again, disk) },
  // Its files are the same ones: what is sold until the till notices is in them.
  readOnly: {
    lose: () => {
      mount('--bind', data, data)
      mount('-o', 'remount,ro,bind', data)
    },
    giveBack: () => unmount(data),
  },
  mountedOver: { lose: () => mount('-t', 'tmpfs', 'tmpfs', data), giveBack: () => unmount(data) },
}
const kinds = Object.keys(losses)

const counts = { rounds: 0, acknowledged: 0, refused: 0 }
const wrong: string[] = []

/** The acts that create folders and files on other days. */
const otherWork: [string, unknown][] = [
  ['workspace.setLanguage', { language: 'sw' }],
  ['backup.make', {}],
  ['diagnostics.make', {}],
  ['settings.save', { tillName: 'T9' }],
]

const diskOf = async (till: SmallTill): Promise<unknown> => {
  const reply = await till.ask('status.get', {})
  return reply.ok ? (reply.data as { disk: { word: unknown } }).disk.word : reply.error
}

const round = async (index: number, port: number): Promise<void> => {
  const kind = kinds[index % kinds.length] as string
  const { lose, giveBack } = losses[kind] as Loss
  const isReadOnly = kind === 'readOnly'
  for (const place of [disk, again]) mkdirSync(place, { recursive: true })
  mount('-t', 'tmpfs', 'tmpfs', again)
  mount('--bind', again, disk)
  cpSync(template, data, { recursive: true })
  cpSync(authorityFile, `${authorityFile}.round`)
  const authority = await startAuthority(`${authorityFile}.round`, port)
  let till: SmallTill | undefined
  try {
    till = await openSmallTill(data, authority.url, { lookMs: 200, lookSoonMs: 50 })
    const own = till
    await until('somebody can unlock it', own.unlock)
    const kept: string[] = []
    let lost = false
    const sell = async () => {
      const begunAfter = lost
      const reply = await own.sell()
      if (!reply.ok) {
        counts.refused += 1
        if (lost && reply.error.reason === (isReadOnly ? 'disk.readOnly' : 'disk.gone')) return
        throw new Error(`refused with ${JSON.stringify(reply.error)}`)
      }
      const { number } = reply.data as { number: string }
      if (begunAfter && !isReadOnly)
        throw new Error(`the sale ${number} was acknowledged although the folder was gone`)
      kept.push(number)
    }
    for (let count = random.between(1, 12); count > 0; count -= 1) await sell()
    // One is under way, in this or that of its steps.
    const underWay = sell()
    for (let turns = random.between(0, 3); turns > 0; turns -= 1) await new Promise(setImmediate)
    lose()
    lost = true
    await underWay
    // Also once the till has looked after its folder, and something was done that makes one.
    for (let turn = 0; turn < 3; turn += 1) {
      await sell()
      for (const [name, input] of otherWork) {
        const reply = await own.ask(name, input)
        if (reply.ok && !isReadOnly) throw new Error(`${name} was done although the folder was gone`)
      }
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    if (kind === 'deleted' || kind === 'moved') {
      if (existsSync(data)) throw new Error(`the folder was made anew: ${readdirSync(data).join()}`)
    }
    if (kind === 'unmounted' && readdirSync(disk).length > 0)
      throw new Error('a file lies where the disk was')
    if (isReadOnly)
      await until('it says that it is read-only', async () => (await diskOf(own)) === 'readOnly')
    // It was gone, and what was done meanwhile may be nowhere: that it is back does not end it.
    giveBack?.()
    await new Promise((resolve) => setTimeout(resolve, 120))
    await sell()
    const before = kept.length
    if (isReadOnly) await until('it sells again', async () => sell().then(() => kept.length > before))
    await own.close()
    till = undefined
    counts.acknowledged += kept.length
    if (!giveBack) return
    const back = await openSmallTill(data, authority.url)
    till = back
    await until('somebody can unlock it', back.unlock)
    const reply = await back.sell()
    if (!reply.ok) throw new Error(`refused after the restart: ${JSON.stringify(reply.error)}`)
    kept.push((reply.data as { number: string }).number)
    await until('all is sent', async () => (await back.waiting()) === 0)
    const { sales } = await authority.control<{ sales: Sent[] }>('GET', '/ledger')
    await back.close()
    till = undefined
    wrong.push(...checkKept(back.database, kept, sales).map((words) => `${kind}: ${words}`))
  } catch (error) {
    wrong.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await till?.close().catch(() => undefined)
    await authority.close()
    for (const place of [data, disk, disk, again]) {
      try {
        execFileSync('umount', ['-l', place], { stdio: 'ignore' })
      } catch {
        // It is not mounted any more.
      }
    }
    counts.rounds += 1
  }
}

const port = await freePort()
const first = await startAuthority(authorityFile, port)
const till = await openSmallTill(template, first.url)
await until('the template is sent', async () => (await till.waiting()) === 0)
await till.close()
await first.close()
for (let index = 0; index < Number(rounds); index += 1) {
  await round(index, port)
  if (planted && wrong.length > 0) break
}
console.log(JSON.stringify({ ...counts, wrong }))
process.exit(0)
