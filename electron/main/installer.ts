/**
 * electron-updater installs a file that Kaunta has verified. It gets the file from this computer, checks its SHA-512
 * once more, and asks no server for anything.
 */
import { setTimeout } from 'node:timers/promises'
import {
  AppImageUpdater,
  type AppUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type UpdateInfo,
} from 'electron-updater'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import type { Ids } from '../../core/base/ports.ts'
import type { InstallerKind } from '../../core/update/feed.ts'
import type { Verified } from '../../core/update/install.ts'
import { serveFile } from '../../core/update/serveFile.ts'

const updaters: Record<InstallerKind, new () => AppUpdater> = {
  exe: NsisUpdater,
  zip: MacUpdater,
  AppImage: AppImageUpdater,
  deb: DebUpdater,
}

/** Kaunta has chosen the file by the system that it runs on. */
export const updaterFor = ({ url }: Pick<Verified, 'url'>): AppUpdater =>
  new updaters[url.split('.').at(-1) as InstallerKind]()

interface Letting {
  ids: Pick<Ids, 'token'>
  /** Lets the updater's own requests reach this address, and no other. */
  allow(url: string): void
  /** The installed version starts before this one has ended. */
  release(): void
}

/** Milliseconds. An administrator may have to enter a password. */
const patienceMs = 300_000

/** Rejects if the system did not begin. Otherwise it quits Kaunta, and this never resolves. */
export const runInstaller = async (
  updater: AppUpdater,
  file: Verified,
  { ids, allow, release }: Letting,
): Promise<void> => {
  const { url, version, sha512, size } = file
  await using served = await serveFile(file, ids)
  allow(served.url)
  const info: UpdateInfo = { version, files: [{ url, sha512, size }], path: url, sha512, releaseDate: '' }
  class OneFile extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime)
    }
    override getLatestVersion = async () => info
    override resolveFiles = () => [{ url: new URL(served.url), info: { url, sha512, size } }]
  }
  Object.assign(updater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    disableDifferentialDownload: true,
    // The way back is an older version.
    allowDowngrade: true,
    logger: null,
  })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  updater.on('error', reject)
  // It may come while nobody waits for it.
  failed.catch(() => undefined)
  updater.setFeedURL({ provider: 'custom', updateProvider: OneFile })
  const found = await Promise.race([failed, updater.checkForUpdates()])
  if (!found?.isUpdateAvailable) throw new Error(`The updater does not accept ${version}`)
  await Promise.race([failed, updater.downloadUpdate()])
  release()
  updater.quitAndInstall(true, true)
  // macOS takes the file from this computer only now. The system quits Kaunta when it is there.
  await Promise.race([failed, setTimeout(patienceMs)])
  throw new Error(`The system did not install ${version}`)
}
