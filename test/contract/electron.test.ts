/** The same calls against the stand-in of Electron and, where its binary is, against Electron itself. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxArguments } from '../../core/printing/printers/findBrowser.ts'
import { testableElectron } from '../support/electron.ts'
import { early, kindsOf, late } from '../support/electronCalls.ts'
import * as standIn from '../support/electronModule.ts'
import { temporaryFolder } from '../support/folder.ts'
import { repository } from '../support/process.ts'

const expected = Object.fromEntries(
  Object.entries({ ...early, ...late }).map(([name, [, kind]]) => [name, kind]),
)

test('the stand-in gives what Electron gives', async () => {
  expect(await kindsOf(standIn)).toEqual(expected)
})

const binary = testableElectron()
if (binary)
  test('Electron gives it too', async () => {
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    const source = readFileSync(repository('test/support/electronCalls.ts'), 'utf8')
    writeFileSync(join(folder.path, 'calls.mjs'), stripTypeScriptTypes(source))
    const main = `import * as electron from 'electron'
import { kindsOf } from './calls.mjs'
electron.app.setPath('userData', ${JSON.stringify(join(folder.path, 'window'))})
kindsOf(electron).then((kinds) => process.stdout.write(JSON.stringify(kinds), () => electron.app.exit(0)))`
    writeFileSync(join(folder.path, 'main.mjs'), main)
    const flags = [...sandboxArguments(), join(folder.path, 'main.mjs')]
    const { stdout } = await promisify(execFile)(binary, flags, { timeout: 60_000 })
    expect(JSON.parse(stdout)).toEqual(expected)
  })

test('each call that electron/main makes is in the list', () => {
  const folder = repository('electron/main')
  const modules = 'app|dialog|Menu|protocol|ipcMain|session|safeStorage|screen|utilityProcess'
  const made = readdirSync(folder).flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8')
    // Parameters may have the name of a module; these files import it.
    const imported = /import \{([^}]*)\} from 'electron'/.exec(source)?.[1]?.split(/[\s,]+/) ?? []
    return [...source.matchAll(new RegExp(`\\b(${modules})\\.(?!ts\\b)(\\w+)`, 'g'))]
      .filter(([, module = '']) => imported.includes(module))
      .map(([call]) => call)
  })
  expect(made.length).toBeGreaterThan(10)
  for (const call of made) expect(Object.keys(expected)).toContain(call)
})
