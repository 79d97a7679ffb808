/** electron-updater itself, with the program and the network of Node: what it does with a file that Kaunta verified. */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NodeHttpExecutor } from 'builder-util'
import { configureRequestUrl, type DownloadOptions } from 'builder-util-runtime'
import { AppImageUpdater } from 'electron-updater'
import { expect, onTestFinished, test, vi } from 'vitest'
import { randomIds } from '../../../core/platform/nodePorts.ts'
import type { Verified } from '../../../core/update/install.ts'
import { runInstaller } from '../../../electron/main/installer.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** As Electron's own does it, through Node's requests. */
class NodeDownloads extends NodeHttpExecutor {
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request = { headers: options.headers ?? {} }
      configureRequestUrl(url, request)
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

/** An AppImage that runs, and one that is to replace it. */
const setUp = (running: string) => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const started = join(folder.path, 'started')
  const installed = join(folder.path, `Kaunta-${running}.AppImage`)
  writeFileSync(installed, 'the old program')
  vi.stubEnv('APPIMAGE', installed)
  onTestFinished(() => void vi.unstubAllEnvs())
  const app = {
    version: running,
    name: 'kaunta',
    isPackaged: true,
    appUpdateConfigPath: join(folder.path, 'app-update.yml'),
    userDataPath: folder.path,
    baseCachePath: folder.path,
    whenReady: async () => undefined,
    quit: vi.fn(),
    relaunch: vi.fn(),
    onQuit: vi.fn(),
  }
  writeFileSync(app.appUpdateConfigPath, 'updaterCacheDirName: updater\n')
  const updater = new AppImageUpdater(null, app as never)
  Object.assign(updater, { httpExecutor: new NodeDownloads() })
  // The rest of it ends Electron.
  vi.spyOn(updater, 'quitAndInstall').mockImplementation(() => void updater.install(true, true))
  const file = (version: string): Verified => {
    const content = Buffer.from(`#!/bin/sh\necho ${version} > '${started}'\n`)
    mkdirSync(join(folder.path, 'updates'), { recursive: true })
    const url = `Kaunta-${version}.AppImage`
    const path = join(folder.path, 'updates', url)
    writeFileSync(path, content)
    chmodSync(path, 0o755)
    const sha512 = createHash('sha512').update(content).digest('base64')
    return { url, path, version, sha512, size: content.length }
  }
  return { folder, updater, file, started, installed }
}

const calls = () => ({ ids: randomIds, allow: vi.fn(), release: vi.fn() })

test.skipIf(process.platform !== 'linux').each([
  ['a newer version', '0.2.0'],
  ['the way back', '0.0.9'],
])('it puts %s in the place of the program and starts it', async (_what, version) => {
  const { updater, file, started, folder } = setUp('0.1.0')
  const { allow, release, ids } = calls()
  const failure = vi.fn()
  runInstaller(updater, file(version), { ids, allow, release }).catch(failure)
  await expect.poll(() => failure.mock.calls.length > 0 || release.mock.calls.length > 0).toBe(true)
  expect(failure.mock.calls).toEqual([])
  expect(allow.mock.calls[0]?.[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\//)
  const inPlace = join(folder.path, `Kaunta-${version}.AppImage`)
  await expect.poll(() => readFileSync(inPlace, 'utf8')).toContain(`echo ${version}`)
  await expect.poll(() => readFileSync(started, 'utf8')).toBe(`${version}\n`)
})

test.skipIf(process.platform !== 'linux')(
  'it refuses a file that was changed after Kaunta verified it',
  async () => {
    const { updater, file, installed } = setUp('0.1.0')
    const changed = file('0.2.0')
    writeFileSync(changed.path, Buffer.alloc(changed.size, 'x'))
    const { allow, release, ids } = calls()
    await expect(runInstaller(updater, changed, { ids, allow, release })).rejects.toThrow(/sha512/)
    expect(release).not.toHaveBeenCalled()
    expect(readFileSync(installed, 'utf8')).toBe('the old program')
  },
)
