import { isAbsolute } from 'node:path'
import type { ChosenCopy } from '../../contract/backup.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Unfit } from '../../recovery/lookInto.ts'
import { type Description, describeCopy } from '../../workspace/restoreProfile.ts'

const messages: Record<Unfit, string> = {
  notThere: 'This copy does not exist any more. Is the disk connected?',
  damaged: 'This copy is damaged. Nothing was changed: choose another one.',
  newer: 'This copy was made by a newer Kaunta. Install that version or a later one.',
  noRoom: 'The disk has no room to open this copy. Nothing was changed: free some space, then try again.',
  notOurs:
    'This backup does not belong to this till. It is not a backup file, or comes from another taxpayer, branch, device or environment. Nothing was changed: choose another one.',
}

export const unfit = (why: Unfit) => fail('003', `backup.${why}`, messages[why], { field: 'copy' })

/** Returns the chosen copy's file and its content. Call it within `backups.reading`. */
export const lookIntoChosen = async (profile: Profile, copy: ChosenCopy): Promise<Reply<Description>> => {
  if (copy.place === 'file') {
    if (!isAbsolute(copy.path)) return unfit('notThere')
    return described(profile, copy.path)
  }
  const file = profile.backups.fileOf(copy.place, copy.name)
  return file === null ? unfit('notThere') : described(profile, file)
}

const described = async (profile: Profile, file: string): Promise<Reply<Description>> => {
  const result = await describeCopy(profile, file)
  return typeof result === 'string' ? unfit(result) : ok(result)
}
