/** The log on the disk is bounded, has one line per entry, and contains no terminal commands and no secrets. */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { complain } from '../../../core/platform/complain.ts'
import { hideFromLogs, openLog, redact } from '../../../core/platform/log.ts'
import { createLogFile, logParts } from '../../../core/platform/logFile.ts'
import { temporaryFolder } from '../../support/folder.ts'

const newFolder = () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}
/** Everything a terminal may obey and a viewer take for the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const commanding = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

test('five parts are kept, the newest lines in them, and none is larger than it may be', () => {
  const file = join(newFolder(), 'logs', 'kaunta.log')
  const log = createLogFile({ file, mostBytes: 1_000 })
  for (let line = 0; line < 1_000; line += 1) log.write(`${JSON.stringify({ line })}\n`)
  const parts = logParts(file)
  expect(parts).toHaveLength(5)
  expect(readdirSync(join(file, '..'))).toHaveLength(5)
  for (const part of parts) expect(statSync(part).size).toBeLessThanOrEqual(1_000)
  const kept = parts
    .flatMap((part) => readFileSync(part, 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line).line)
  expect(kept.at(-1)).toBe(999)
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 1_000 - kept.length + index))
})

test('a log continues where the last process ended, and a folder that cannot be written stops nothing', () => {
  const folder = newFolder()
  const file = join(folder, 'kaunta.log')
  createLogFile({ file }).write('one\n')
  createLogFile({ file }).write('two\n')
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n')
  mkdirSync(join(folder, 'taken.log'))
  createLogFile({ file: join(folder, 'taken.log') }).write('three\n')
})

test('whatever a text holds, a line of the log is one line of JSON and commands no terminal', () => {
  const file = join(newFolder(), 'kaunta.log')
  const log = openLog({ file })
  const nasty = fc.string({
    unit: fc.constantFrom(
      'a',
      '\x1b',
      '[31m',
      '\r',
      '\n',
      '\0',
      '\u009b',
      '\u2028',
      '\u202e',
      '\x7f',
      '"',
      '\\',
      '\ud800',
      'é',
    ),
  })
  fc.assert(
    fc.property(nasty, nasty, (text, message) => {
      log.info({ text, err: new Error(text), deep: { [`k${text}`]: text } }, message)
    }),
    { numRuns: 300 },
  )
  const lines = logParts(file).flatMap((part) => readFileSync(part, 'utf8').split('\n').slice(0, -1))
  expect(lines).toHaveLength(300)
  for (const line of lines) {
    expect(line).not.toMatch(commanding)
    expect(JSON.parse(line)).toMatchObject({ level: 30, time: expect.any(Number) })
  }
})

test('what is said to a person at the terminal is one line without commands', () => {
  const said: string[] = []
  const { write } = process.stderr
  process.stderr.write = ((text: string) => said.push(text) > 0) as typeof write
  try {
    complain('a\x1b[2Jb\r\nc\u009b31m\u2028d\u202ee')
  } finally {
    process.stderr.write = write
  }
  expect(said).toEqual(['kaunta: a [2Jb c 31m d e\n'])
})

test('a secret is known in every form in which another program may repeat it', () => {
  const secret = 'cAnary/secret+of a=till'
  hideFromLogs(secret)
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret),
  ]
  const shown = JSON.stringify(redact({ text: forms.join(' | '), err: new Error(forms.join()) }))
  for (const form of forms) expect(shown).not.toContain(form)
})

test("a taxpayer's PIN and megabytes of text do not go into the log", () => {
  const { text } = redact({ text: `buyer A123456789B, ${'x'.repeat(1_000_000)}` }) as { text: string }
  expect(text).not.toContain('123456789')
  expect(text.length).toBeLessThan(9_000)
})
