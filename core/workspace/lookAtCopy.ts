import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import type { Ports } from '../base/ports.ts'
import { placesOf } from '../recovery/files.ts'
import type { LookedInto, lookInto, Unfit } from '../recovery/lookInto.ts'

/** Opens and checks a copy for which there is no profile yet, as on a new computer. */
export const lookAtCopy = async (
  file: string,
  { volume, offThread }: Pick<Ports, 'volume' | 'offThread'>,
): Promise<LookedInto | Unfit> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaunta-look-'))
  try {
    const places = placesOf(folder, 'look')
    makeFolder(dirname(places.file), 2)
    const room = await volume.freeBytesElsewhere(folder)
    return await offThread<typeof lookInto>('lookInto', file, places, room).result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
