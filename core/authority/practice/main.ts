import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { type PracticeOptions, startPracticeAuthority } from './server.ts'

const USAGE =
  'usage: npm run -s authority -- [--port N] [--dialect legacy|gateway] [--checks strict|loose] [--data FILE]'

/** Reads the flags; throws an error whose message says which one is wrong. */
function readOptions(): PracticeOptions {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      dialect: { type: 'string', default: 'legacy' },
      checks: { type: 'string', default: 'strict' },
      data: { type: 'string' },
    },
  })
  const { port, dialect, checks, data } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw new Error(`--port must be a number up to 65535, not ${port}`)
  if (dialect !== 'legacy' && dialect !== 'gateway')
    throw new Error(`--dialect must be legacy or gateway, not ${dialect}`)
  if (checks !== 'strict' && checks !== 'loose')
    throw new Error(`--checks must be strict or loose, not ${checks}`)
  return { port: Number(port), dialect, checks, ...(data === undefined ? {} : { file: data }) }
}

/** Ends with one line on stderr: 2 for wrong flags, 1 for a port or file that is not available. */
function fail(code: 1 | 2, error: unknown): never {
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0]
  process.stderr.write(code === 2 ? `${message}; ${USAGE}\n` : `${message}\n`)
  process.exit(code)
}

function options(): PracticeOptions {
  try {
    return readOptions()
  } catch (error) {
    return fail(2, error)
  }
}

if (process.argv.slice(2).some((each) => each === '--help' || each === '-h')) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}

const { dialect, checks, ...rest } = options()
const start = async () => {
  if (rest.file !== undefined) mkdirSync(dirname(rest.file), { recursive: true })
  return startPracticeAuthority({ dialect, checks, ...rest })
}
const authority = await start().catch((error: unknown) => fail(1, error))
const { url, controlUrl, tokenUrl } = authority
process.stdout.write(`${JSON.stringify({ ready: true, url, dialect, checks, controlUrl, tokenUrl })}\n`)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    authority.close().then(
      () => process.exit(0),
      (error: unknown) => fail(1, error),
    )
  })
}
