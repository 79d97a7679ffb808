/** Where the hub of this computer listens, for programs of this computer. It holds no secret. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const doorNote = z.object({
  hub: z.string(),
  pin: z.string(),
  port: z.int(),
  listen: z.string(),
})
export type DoorNote = z.infer<typeof doorNote>

/** The name of the hub's private key among its secrets. Tills know the hub by it. */
export const doorKey = 'hub.tls'
/** The name of the secret that the hub asks of programs of its own computer. */
export const adminSecret = 'hub.admin'

const fileIn = (folder: string): string => join(folder, 'door.json')

export const writeDoorNote = (folder: string, note: DoorNote): void => {
  const unfinished = `${fileIn(folder)}.new`
  writeFileSync(unfinished, JSON.stringify(note), { mode: 0o600 })
  renameSync(unfinished, fileIn(folder))
}

/** null: no hub was started in this folder. */
export const readDoorNote = (folder: string): DoorNote | null => {
  try {
    return doorNote.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')))
  } catch {
    return null
  }
}
