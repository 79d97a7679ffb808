/** The life of the till as a program with a window: its start, its end, and what an update does in between. */
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { FolderInUseError } from '../../db/engine/lock.ts'
import type { Log } from '../base/ports.ts'
import { explainFolder } from '../disk/dataFolderErrors.ts'
import type { Host } from '../host/host.ts'
import { openExclusively } from '../host/openExclusively.ts'
import { switchable } from '../http/restSwitch.ts'
import { logFile } from '../platform/dataFolder.ts'
import { endOnUncaught } from '../platform/endOnUncaught.ts'
import { keyringSecrets } from '../platform/keyringSecrets.ts'
import { openLog } from '../platform/log.ts'
import { nodePorts } from '../platform/nodePorts.ts'
import { pagePrinter } from '../printing/printers/pagePrinter.ts'
import { oneAtATime } from '../printing/printers/printQueue.ts'
import { publicKeyOf } from '../update/feed.ts'
import type { Wanted } from '../update/find.ts'
import { beforeOpening, type Installing, installNow } from '../update/install.ts'
import type { Program, Update } from '../update/updates.ts'
import type { Desktop, TillWindow } from './desktop.ts'

export interface TillOptions {
  dataDir: string
  version: string
  /** The public key of the updates, base64; '' = packed without one. */
  updateKey: string
}

/** One running till per data folder: the lock of the program lies in this folder. */
export const windowFolder = (dataDir: string): string => join(dataDir, 'window')

/** A defect that shows sooner after a start than this would show again after the next one; milliseconds. */
const restartableMs = 60_000

/** An AppImage is gone from where it runs as soon as it ends. */
const programFile = (): string | undefined => process.env['APPIMAGE']

const wantedBy = ({ platform, arch }: Desktop, { version, updateKey }: TillOptions): Wanted | null => {
  if (updateKey === '') return null
  const linux = programFile() ? 'AppImage' : 'deb'
  const kind = platform === 'win32' ? 'exe' : platform === 'darwin' ? 'zip' : linux
  return { key: publicKeyOf(updateKey), version, kind, platform, arch }
}

const offerText = (version: string): string =>
  `Kaunta ${version} is there. This version did not start. Install the new one now? All data is kept.

Kuna Kaunta ${version}. Toleo hili halikuanza. Usakinishe jipya sasa? Data yote inabaki.`

/** Why Kaunta cannot start, for the person at the computer. */
class NoStartError extends Error {}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const refuse = async (desktop: Desktop, dataDir: string, cause: unknown): Promise<void> => {
  // Before it is ready, Electron shows no box on Linux.
  await desktop.whenReady().catch(() => undefined)
  desktop.showError('Kaunta cannot start', reasonOf(explainFolder(cause, dataDir)))
  desktop.exit(1)
}

/** Decides about the last installation. False: an installer runs. A failing start is decided about once more. */
const openWithUpdates = async <T>(by: Installing | null, open: () => Promise<T>): Promise<T | null> => {
  if (!by) return open()
  const start = await beforeOpening(by)
  if (!start.opens) return null
  try {
    return await open()
  } catch (error) {
    if (error instanceof FolderInUseError) throw error
    by.log.error({ err: error }, 'the core could not be opened')
    const again = await beforeOpening(by)
    if (!again.opens) return null
    const remedy = again.remedy || start.remedy
    throw remedy === '' ? error : new NoStartError(`${reasonOf(error)}\n\n${remedy}`, { cause: error })
  }
}

const start = async (desktop: Desktop, options: TillOptions): Promise<void> => {
  const { dataDir } = options
  const log: Log = openLog({ file: logFile(dataDir) })
  const again = () => desktop.relaunch(programFile())
  // A window has no terminal to show an error: a till that a defect ended restarts by itself.
  endOnUncaught(log, (code) => {
    if (performance.now() > restartableMs) again()
    desktop.exit(code)
  })
  await desktop.whenReady()

  const { keyring, platform } = desktop
  const ports = nodePorts(dataDir, log)
  const wanted = desktop.isPackaged ? wantedBy(desktop, options) : null
  const installing: Installing | null = wanted && {
    dataDir,
    wanted,
    offThread: ports.offThread,
    log,
    now: ports.clock.now,
    runInstaller: desktop.runInstaller,
    offer: (next) => desktop.confirm(offerText(next), 'Install', 'Not now'),
  }
  let host: Host | null = null
  let window: TillWindow | undefined
  let disconnect = (): void => undefined
  let wantedAgain = false

  /** Whatever the disk does, the program ends: nobody asked for a start that follows it. */
  const close = async (): Promise<void> => {
    disconnect()
    await host?.close().catch((err: unknown) => log.error({ err }, 'closing failed'))
  }
  let ending: Promise<void> | null = null
  let ended = false
  const endWith = (last: () => void | Promise<void>): void => {
    ending ??= close()
      .then(() => {
        ended = true
        return last()
      })
      .finally(() => desktop.quit())
  }
  const install = (update: Update): void =>
    endWith(async () => {
      try {
        if (installing) await installNow(update, installing)
      } catch {
        // The note of the installation has the reason, and the screen shows it.
        again()
      }
    })
  const program: Program | undefined = desktop.isPackaged
    ? {
        wanted,
        install,
        startsWithComputer: desktop.loginItem.get,
        setStartsWithComputer: desktop.loginItem.set,
      }
    : undefined

  const secrets = await keyringSecrets({ keyring, platform, dataDir, log })
  const printer = oneAtATime(pagePrinter(desktop.makePage, dataDir, ports.clock.now))
  host = await openWithUpdates(installing, () =>
    openExclusively(
      dataDir,
      { ...ports, secrets, printer },
      {
        rest: switchable(ports),
        program,
        startHub: desktop.startHub,
      },
    ),
  )
  if (!host) return desktop.quit()
  disconnect = desktop.connect(host)
  desktop.onSecondStart(() => {
    // Closing may take a while: the window is gone before the core, and a person who starts Kaunta then wants it back.
    if (ending || window?.isOpen() === false) wantedAgain = true
    else window?.show()
  })
  desktop.onQuit(() => {
    if (!ended)
      endWith(() => {
        if (wantedAgain) again()
      })
    return ended
  })
  window = await desktop.openWindow(log)
  await host.ready()
  process.stdout.write('{"ready":true}\n')
}

/** The lock is not given either where its folder cannot be made or written: then no other window comes forward. */
const checkLockFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  rmdirSync(mkdtempSync(join(folder, 'try-')))
}

/** Runs until the person or the system ends it. Never rejects. */
export const runTill = async (desktop: Desktop, options: TillOptions): Promise<void> => {
  try {
    if (desktop.takeLock()) return await start(desktop, options)
    checkLockFolder(windowFolder(options.dataDir))
    desktop.quit()
  } catch (error) {
    await refuse(desktop, options.dataDir, error)
  }
}
