/** The commands about backups, as an owner types them: beside a running hub, and on a new computer. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { plainCode } from '../../../core/contract/hubLink.ts'
import { readDoorNote } from '../../../core/link/doorNote.ts'
import { openFolder } from '../../support/postgres.ts'
import { repository, runProcess, startProcess } from '../../support/process.ts'
import { openTestTill } from './openDoor.ts'

const entry = 'core/hub/main.ts'
interface Ready {
  hub: string
  code: string
}

/** Runs the command with that on its standard input. */
const runWith = async (input: string, args: string[]) => {
  const child = spawn(process.execPath, [repository(entry), ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { output, errors }
}
const lineOf = <T>({ output, errors }: { output: string; errors: string }): T => {
  expect(errors).not.toMatch(/rror/)
  return JSON.parse(output) as T
}

test('a hub that is restored on a new computer serves the same tills', { timeout: 180_000 }, async () => {
  const [old, fresh, disk] = [openFolder(), openFolder(), openFolder()]
  const start = (folder: string, port: number) =>
    startProcess<Ready>(entry, ['--data', folder, '--port', String(port), '--listen', '127.0.0.1'])
  const hub = await start(old.path, 0)
  const note = () => readDoorNote(join(old.path, 'hub'))!
  const { port, pin } = note()
  const till = await openTestTill()
  expect(await till.pair({ address: `127.0.0.1:${port}`, code: () => plainCode(hub.ready.code) })).toBeNull()
  const run = async (...args: string[]) => runProcess(entry, [...args, '--data', old.path])
  const { code } = lineOf<{ code: string }>(await run('recovery'))
  expect(code).toMatch(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/)
  const { file } = lineOf<{ file: string }>(await run('backup', '--to', disk.path))
  expect(readdirSync(disk.path)).toEqual([file.slice(disk.path.length + 1)])
  expect(lineOf(await run('check'))).toMatchObject({ tills: 1, wrong: [] })
  const used = await run('restore', file)
  expect(used.errors).toMatch(/already running/)
  expect(await hub.stop()).toBe(0)
  expect((await hub.errors).includes(code)).toBe(false)
  expect((await run('restore', file)).errors).toMatch(/has tills already.*--replace/)
  expect(lineOf(await run('restore', file, '--replace'))).toMatchObject({ hub: hub.ready.hub })

  const restore = ['restore', file, '--data', fresh.path]
  const wrong = await runWith('0000 0000 0000 0000 0000 0000', restore)
  expect(wrong.errors).toMatch(/recovery code does not open/)
  const { output } = await runWith(`${code.toLowerCase()}\n`, restore)
  expect(JSON.parse(output)).toMatchObject({ hub: hub.ready.hub, environment: 'production' })
  const again = await start(fresh.path, port)
  expect(again.ready.hub).toBe(hub.ready.hub)
  expect(readDoorNote(join(fresh.path, 'hub'))?.pin).toBe(pin)
  const heard = await till.session().call({ method: 'GET', path: '/hello' })
  expect(heard).toMatchObject({ is: 'answered', status: 200 })
  expect(await again.stop()).toBe(0)
  for (const folder of [old, fresh, disk]) folder.remove()
})
