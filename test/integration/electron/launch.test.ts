import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { electronBinary } from '../../../electron/launch/binary.ts'
import { hasDisplay, openInBrowser } from '../../../electron/launch/launch.ts'
import { temporaryFolder } from '../../support/folder.ts'

const newFolder = () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['win32', {}, true],
  ['darwin', {}, true],
] as const)('on %s with %j there is a display: %s', (platform, env, expected) => {
  expect(hasDisplay(platform, env)).toBe(expected)
})

test("Electron's binary is looked for without starting its download", () => {
  const dist = newFolder()
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dist)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(electronBinary()).toBeNull()
  writeFileSync(join(dist, 'electron'), '')
  expect(electronBinary()).toBe(join(dist, 'electron'))
})

const fakeBrowser = (script: string) => {
  const file = join(newFolder(), 'chromium')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  vi.stubEnv('KAUNTA_CHROMIUM', file)
  vi.stubEnv('DISPLAY', ':99')
  onTestFinished(() => void vi.unstubAllEnvs())
}

test.skipIf(process.platform === 'win32')('a browser that ends at once has not opened a window', async () => {
  fakeBrowser('exit 1')
  expect(await openInBrowser('http://127.0.0.1:1/', newFolder())).toBeNull()
})

test.skipIf(process.platform === 'win32')(
  'a browser that stays is the window until it is closed, and gets the token by its pipe alone',
  async () => {
    const dataDir = newFolder()
    const heard = join(dataDir, 'heard')
    const arguments_ = join(dataDir, 'arguments')
    // Its page is there at the second question only.
    const answers = [
      '{"id":1,"result":{"targetInfos":[]}}',
      '{"id":1,"result":{"targetInfos":[{"type":"page","targetId":"p"}]}}',
      '{"id":2,"result":{"sessionId":"s"}}',
      '{"id":3,"result":{}}',
    ]
    const said = answers.map(
      (answer) => `read -r -d '' line <&3; echo "$line" >> ${heard}; printf '%s\\0' '${answer}' >&4`,
    )
    fakeBrowser(`exec bash -c 'exit 0'`)
    const file = process.env['KAUNTA_CHROMIUM'] ?? ''
    writeFileSync(
      file,
      ['#!/usr/bin/env bash', `echo "$@" > ${arguments_}`, ...said, 'exec sleep 60'].join('\n'),
    )
    const window = await openInBrowser('http://127.0.0.1:1/#token=secret', dataDir, 200)
    expect(readFileSync(heard, 'utf8')).toContain('"url":"http://127.0.0.1:1/?#token=secret"')
    expect(readFileSync(arguments_, 'utf8')).toContain('--app=http://127.0.0.1:1/')
    expect(readFileSync(arguments_, 'utf8')).not.toContain('secret')
    window?.close()
    await expect(window?.closed).resolves.toBeUndefined()
  },
)

test.skipIf(process.platform === 'win32')(
  'a browser that ends before it has a page has not opened one',
  async () => {
    fakeBrowser('sleep 0.4')
    expect(await openInBrowser('http://127.0.0.1:1/', newFolder(), 100)).toBeNull()
  },
)
