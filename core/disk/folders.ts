/** Folders of this computer for a person who chooses one. Everything is bounded: a disk may be slow, a folder full. */
import { access, mkdir, opendir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Entries of a folder that are looked at, and how many of them are listed. */
const mostLooked = 5_000
export const mostListed = 500

export interface Entry {
  name: string
  path: string
}

export interface Listed {
  /** null: the folder is a place itself. */
  parent: string | null
  folders: Entry[]
  files: (Entry & { bytes: number; changedAt: number })[]
  /** There are more than those listed. */
  more: boolean
}

export interface Place {
  kind: 'home' | 'disk' | 'computer'
  path: string
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const foldersIn = async (path: string): Promise<Entry[]> => {
  const found: Entry[] = []
  try {
    for await (const entry of await opendir(path)) {
      if (found.length === mostListed) break
      if (entry.isDirectory()) found.push({ name: entry.name, path: join(path, entry.name) })
    }
  } catch {
    // This system has no such folder, or closes it to the till.
  }
  return found
}

/** Where removable disks appear: `/media/wanjiru/STICK`, `/run/media/wanjiru/STICK`, `/mnt/STICK`, `/Volumes/STICK`. */
const mounted = async (platform: NodeJS.Platform): Promise<string[]> => {
  if (platform === 'win32') {
    const drives = [...'CDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}:\\`)
    const there = await Promise.all(drives.map(isThere))
    return drives.filter((_, index) => there[index])
  }
  if (platform === 'darwin') return (await foldersIn('/Volumes')).map(({ path }) => path)
  const owners = [...(await foldersIn('/media')), ...(await foldersIn('/run/media'))]
  const disks = [...(await Promise.all(owners.map(({ path }) => foldersIn(path)))), await foldersIn('/mnt')]
  return disks.flat().map(({ path }) => path)
}

/** Removable and other disks first: a backup on the same disk is none. */
export const places = async (platform: NodeJS.Platform = process.platform): Promise<Place[]> => [
  ...(await mounted(platform)).map((path): Place => ({ kind: 'disk', path })),
  { kind: 'home', path: homedir() },
  ...(platform === 'win32' ? [] : [{ kind: 'computer', path: '/' } as const]),
]

const byName = (a: Entry, b: Entry): number => a.name.localeCompare(b.name, 'en', { numeric: true })

/** Lists the folders in a folder, without hidden ones, and its backups. Rejects if it cannot be read. */
export const listFolder = async (path: string): Promise<Listed> => {
  const [folders, names]: [Entry[], Entry[]] = [[], []]
  let looked = 0
  for await (const entry of await opendir(path)) {
    looked += 1
    if (looked > mostLooked) break
    const named = { name: entry.name, path: join(path, entry.name) }
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) folders.push(named)
    else if (/\.db(\.zst)?$/.test(entry.name)) names.push(named)
  }
  const files = await Promise.all(
    names.slice(0, mostListed).map(async (file) => {
      const { size, mtimeMs } = await stat(file.path)
      return { ...file, bytes: size, changedAt: Math.round(mtimeMs) }
    }),
  )
  return {
    parent: dirname(path) === path ? null : dirname(path),
    folders: folders.toSorted(byName).slice(0, mostListed),
    files: files.toSorted((a, b) => b.changedAt - a.changedAt),
    more: looked > mostLooked || folders.length > mostListed || names.length > mostListed,
  }
}

/** Creates a folder and returns its path. Rejects if the name is no name of a folder, or is taken. */
export const createFolder = async (parent: string, name: string): Promise<string> => {
  if (basename(name) !== name || name.startsWith('.') || /[<>:"/\\|?*]/.test(name))
    throw new Error(`${name} is no name of a folder`)
  const path = join(parent, name)
  await mkdir(path)
  return path
}
