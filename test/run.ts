/**
 * All tests, one sum: types, lint, Vitest's tests and the built till in a real browser; `--quick` leaves out the browser,
 * the integration tests and the long runs (`*.long.test.ts`).
 * The last line is `N passed, N failed, N skipped`; the exit code says whether anything failed.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBrowser } from './support/browser.ts'
import { testableElectron } from './support/electron.ts'
import { ensureCups, ensureSocat } from './support/paper/installed.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
  /** Tests that failed, and why: thousands of lines are between a failure and the end of a run. */
  names?: string[]
}

interface Outcome {
  code: number
  output: string
}

const onePassed: Count = { passed: 1, failed: 0, skipped: 0 }
const oneFailed: Count = { passed: 0, failed: 1, skipped: 0 }

const compiled = join(import.meta.dirname, '../node_modules/.cache/compiled')
const reports = mkdtempSync(join(tmpdir(), 'kaunta-test-'))

/** Runs a command of node_modules/.bin; its output is shown at once, or kept for later. */
const run = (
  command: string,
  options: { env?: NodeJS.ProcessEnv; quiet?: boolean } = {},
): Promise<Outcome> => {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const [program = '', ...args] = command.split(' ')
  const child = spawn(program, args, {
    stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
    // Tills and authorities of tests start again and again: what was compiled is kept for the next one.
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...options.env },
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  child.once('error', (error) => resolve({ code: 1, output: String(error) }))
  child.once('close', (code) => resolve({ code: code ?? 1, output }))
  return promise
}

/** A step that has no count of its own: everything in it passes, or it failed. */
const step = async (name: string, commands: string[]): Promise<Count> => {
  const startedAt = performance.now()
  const outcomes = await Promise.all(commands.map((command) => run(command, { quiet: true })))
  const failures = outcomes.filter(({ code }) => code !== 0)
  for (const { output } of failures) console.log(output.trimEnd())
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${failures.length === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  return failures.length === 0 ? onePassed : { ...oneFailed, names: [name] }
}

const readReport = <T>(file: string): T | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}

/** A failure that no test accounts for (a file that does not load, a crash) still counts. */
const withExitCode = (count: Count | null, code: number): Count => {
  const names = [`outside of a test, exit code ${code}`]
  if (!count) return { ...oneFailed, names }
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1, names } : count
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; message: string; assertionResults: AssertionResult[] }[]
}

interface AssertionResult {
  fullName: string
  status: string
  failureMessages: string[]
}

/** The output of CI is cut in the middle, where Vitest says why a test failed. */
const shortened = (messages: readonly string[]): string =>
  stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 40)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')

const vitest = async (env: NodeJS.ProcessEnv): Promise<Count> => {
  const file = join(reports, 'vitest.json')
  const { code } = await run(`vitest run --reporter=default --reporter=json --outputFile.json=${file}`, {
    env,
  })
  const report = readReport<VitestReport>(file)
  const count = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    names: report.testResults.flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const what =
        failed.length > 0 || !message
          ? failed.map(({ fullName, failureMessages }) => `${fullName}\n${shortened(failureMessages)}`)
          : [message]
      return what.map((each) => `${relative('.', name)}: ${each}`)
    }),
  }
  return withExitCode(count, code)
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

const playwright = async (project: string, env: NodeJS.ProcessEnv): Promise<Count> => {
  const file = join(reports, `${project}.json`)
  const command = `playwright test --config test/e2e/playwright.config.ts --project=${project} --reporter=list,json`
  const { code } = await run(command, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } })
  const stats = readReport<PlaywrightReport>(file)?.stats
  const count = stats && {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
  return withExitCode(count ?? null, code)
}

const endToEnd = async (): Promise<Count[]> => {
  const browser = ensureBrowser()
  if (!browser) {
    console.log(
      'No Chromium, Chrome or Edge is here and none could be installed: the end-to-end tests did not run, which counts as a failure. Install one, or name one in KAUNTA_CHROMIUM',
    )
    return [oneFailed]
  }
  console.log(`End to end in ${browser}`)
  const counts = [await playwright('browser', { KAUNTA_CHROMIUM: browser })]
  if (testableElectron()) return [...counts, await playwright('electron', {})]
  console.log(
    "Electron's binary or a display is missing: the same tests did not run in Electron (npm run e2e:electron)",
  )
  return counts
}

/**
 * One checker each: several look at the same types again, for twice the processor time. What was looked at is remembered, so
 * that the next time takes a moment.
 */
const checkTypes = (project: string): string =>
  `tsc -p ${project} --checkers 1 --incremental --tsBuildInfoFile node_modules/.cache/types/${project.replace('/', '-')}.json`

/** Pseudo-terminals and a print server, before a test waits for them. Its failure names what is missing. */
const installForPrinting = (): void => {
  if (process.platform !== 'linux') return
  try {
    ensureSocat()
    ensureCups()
  } catch (error) {
    console.log((error as Error).message)
  }
}

const all = async (): Promise<Count[]> => {
  const quick = process.argv.includes('--quick')
  if (!quick) installForPrinting()
  const counts = await Promise.all([
    step('types', ['.', 'renderer', 'core/contract', 'test/e2e'].map(checkTypes)),
    step('lint and format', ['biome check --error-on-warnings .']),
    vitest(quick ? { KAUNTA_QUICK: '1' } : {}),
  ])
  if (quick) return counts
  const build = await step('build', ['vite build --app --logLevel warn'])
  counts.push(build)
  return build.failed > 0 ? counts : [...counts, ...(await endToEnd())]
}

const counts = await all()
rmSync(reports, { recursive: true, force: true })
const failures = counts.flatMap(({ names = [] }) => names)
if (failures.length > 0) console.log(`\nFailed, apart from stories:\n${failures.join('\n')}`)
const sum = (of: 'passed' | 'failed' | 'skipped') => counts.reduce((total, count) => total + count[of], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') > 0 ? 1 : 0
