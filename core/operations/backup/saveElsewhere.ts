import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Db } from '../../../db/engine/sqlite.ts'
import type { problemsIn } from '../../../db/integrity/inspect.ts'
import type { OffThread } from '../../base/offThread.ts'
import { fail, ok } from '../../contract/errors.ts'
import { toWireDateTime } from '../../fiscal/dates.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Handler } from '../shared/handler.ts'

const isIn = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Returns the folder; null if it does not exist or is inside the data folder. */
const folderAt = (path: string, dataDir: string): string | null => {
  try {
    if (!isAbsolute(path) || !statSync(path).isDirectory()) return null
    const real = realpathSync(path)
    return isIn(real, resolve(dataDir)) || isIn(resolve(path), resolve(dataDir)) ? null : real
  } catch {
    return null
  }
}

const fileOf = ({ id, row }: Profile): string =>
  `${row.name.replace(/[^\p{L}\p{N}-]+/gu, '-').slice(0, 40)}-${id.slice(0, 8)}.db`

/** Rejects if the copy is incomplete. */
const save = async (db: Db, file: string, offThread: OffThread): Promise<void> => {
  await db.copyOpen(file)
  const problems = await offThread<typeof problemsIn>('problemsIn', file, { depth: 'quick' }).result
  if (problems !== null) throw new Error(`${file}: ${problems}`)
}

const guide = (profiles: Profile[]): string => `Kaunta: saved from a till whose data folder was gone.
English: Put the data folder back and start Kaunta. Where the folder is lost, set up the same profile again, then choose its
file below in Settings > Backups > Another copy. workspace.db holds the people, the profiles and the keys. Secrets of the
devices are in no file here.
Kiswahili: Rudisha folda ya data kisha ufungue Kaunta. Kama folda imepotea, weka wasifu uleule tena, kisha chagua faili lake
hapa chini kwenye Mipangilio > Nakala za akiba > Nakala nyingine. workspace.db ina watu, wasifu na funguo. Siri za vifaa
hazipo kwenye faili lolote hapa.

${profiles.map((profile) => `${fileOf(profile)}: ${profile.row.name}, ${profile.row.environment}, branch ${profile.row.branch_id}, device ${profile.row.device_serial}`).join('\n')}
`

const saveAll = async (workspace: Workspace, to: string, offThread: OffThread): Promise<void> => {
  const profiles = workspace.profiles()
  for (const profile of profiles) await save(profile.db, join(to, fileOf(profile)), offThread)
  await save(workspace.db, join(to, 'workspace.db'), offThread)
  writeFileSync(join(to, 'READ-ME.txt'), guide(profiles), { mode: 0o600 })
}

export const saveElsewhere: Handler<'backup.saveElsewhere'> = ({ folder }, { workspace, ports }) =>
  workspace.inTurn(async () => {
    const { dataDir, disk } = workspace
    if (disk.state().word !== 'gone')
      return fail(
        '003',
        'saveElsewhere.notGone',
        'The data folder is in its place. Make a copy in Settings → Backups.',
      )
    const place = folderAt(folder, dataDir)
    if (place === null)
      return fail(
        '003',
        'saveElsewhere.noFolder',
        'Name the full path of an existing folder on another disk.',
        {
          field: 'folder',
        },
      )
    let to: string
    try {
      // Two copies of one second have different names. Only this user of the computer can read the folder.
      to = mkdtempSync(join(place, `kaunta-${toWireDateTime(ports.clock.now())}-`))
    } catch (error) {
      ports.log.error({ err: error, place }, 'the open data could not be saved to another folder')
      return fail('905', 'saveElsewhere.failed', 'Kaunta cannot write there. Choose another folder.')
    }
    try {
      await saveAll(workspace, to, ports.offThread)
    } catch (error) {
      ports.log.error({ err: error, to }, 'the open data could not be saved to another folder')
      rmSync(to, { recursive: true, force: true })
      return fail(
        '905',
        'saveElsewhere.failed',
        'It could not be saved there. Choose another folder with more space.',
      )
    }
    ports.log.warn({ to }, 'the open data was saved to another folder')
    return ok({ folder: to })
  })
