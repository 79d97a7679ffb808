/** `npm start` where there is no Electron and no display, and where there is only a browser. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '../support/folder.ts'
import { runProcess } from '../support/process.ts'
import { addressIn, noDisplay, noElectron, start } from './startHere.ts'
import { expect, test } from './till.ts'

// A worker ends this file, and may begin it again with the other stories.
let folder: TemporaryFolder
test.beforeEach(() => {
  folder = temporaryFolder()
})
test.afterEach(() => folder.remove())

test('without a display it says in one line where the till is, and Ctrl-C ends it cleanly', async ({
  page,
}) => {
  const dataDir = join(folder.path, 'shop')
  const till = start(dataDir, noDisplay)
  await expect.poll(() => till.lines.length).toBe(1)
  const [line = ''] = till.lines
  expect(line).toContain(dataDir)
  await page.goto(addressIn(till.lines))
  await expect(page.getByRole('button').first()).toBeVisible()

  const second = await runProcess('electron/launch/start.ts', ['--data', dataDir], {
    ...noElectron,
    ...noDisplay,
  })
  expect(second).toMatchObject({ code: 1, output: '' })
  expect(second.errors).toMatch(/^kaunta: Kaunta is already running with the data in [^\n]+\n$/)

  till.child.kill('SIGINT')
  await till.ended
  expect(till.child.exitCode).toBe(0)
  expect(await till.errors).toBe('')
})

/** A browser's answers on its debugging pipe until its page has the address. */
const pipeAnswers = [
  '{"id":1,"result":{"targetInfos":[{"type":"page","targetId":"p"}]}}',
  '{"id":2,"result":{"sessionId":"s"}}',
  '{"id":3,"result":{}}',
]

test('with a display it opens an app window of the browser, and ends when that is closed', async () => {
  test.skip(process.platform === 'win32', 'the stand-in for a browser is a shell script')
  const seen = join(folder.path, 'arguments')
  const heard = join(folder.path, 'heard')
  const browser = join(folder.path, 'chromium')
  const script = [
    '#!/usr/bin/env bash',
    `echo "$@" > ${seen}`,
    ...pipeAnswers.map(
      (answer) => `read -r -d '' line <&3; echo "$line" >> ${heard}; printf '%s\\0' '${answer}' >&4`,
    ),
    `while [ ! -e ${seen}.close ]; do sleep 0.1; done`,
  ]
  writeFileSync(browser, `${script.join('\n')}\n`)
  chmodSync(browser, 0o755)
  const till = start(join(folder.path, 'other shop'), { DISPLAY: ':99', KAUNTA_CHROMIUM: browser })
  await expect
    .poll(() => existsSync(seen) && till.lines.at(-1), { timeout: 30_000 })
    .toContain('browser window')
  // Other users of the computer can read the arguments, and only the browser its pipe.
  expect(readFileSync(seen, 'utf8')).toMatch(/--app=http:\/\/127\.0\.0\.1:\d+\/ --user-data-dir=/)
  expect(readFileSync(seen, 'utf8')).not.toContain('token')
  expect(readFileSync(heard, 'utf8')).toMatch(/"url":"http:\/\/127\.0\.0\.1:\d+\/\?#token=[\w-]+"/)
  writeFileSync(`${seen}.close`, '')
  await till.ended
  expect(till.child.exitCode).toBe(0)
})

test('a wrong flag is one line', async () => {
  const { code, errors } = await runProcess('electron/launch/start.ts', ['--colour'], noDisplay)
  expect({ code, errors }).toEqual({ code: 2, errors: "kaunta: Unknown option '--colour'\n" })
})
