/**
 * `npm run advisories`: asks npm's registry whether anything that ships is known to be unsafe. `npm run dist` asks first, and
 * packs nothing where there is an advisory or no answer. Ends with 0 only when there was an answer, and nothing in it ships.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { endWith } from '../../core/cli/terminal.ts'
import { complain } from '../../core/platform/complain.ts'
import { addressOf, type componentsOf } from './components.ts'

const advisory = z.object({ title: z.string(), severity: z.string(), url: z.string() })
/** As `npm audit --json` answers, as far as it is read here. */
const answer = z.union([
  z.object({
    vulnerabilities: z.record(
      z.string(),
      // A name instead of an advisory: it is unsafe by a dependency, which is in the list itself.
      z.object({ via: z.array(z.union([z.string(), advisory])), nodes: z.array(z.string()) }),
    ),
  }),
  z.object({ message: z.string() }),
])

export interface Advisories {
  /** For each unsafe component that ships: its name, severity, reason and link. */
  shipped: string[]
  /** Packages with advisories that do not ship: tools. */
  tools: string[]
}

/**
 * Asks npm's registry for advisories about the packages installed in `root`, and sorts them by whether `list` ships them.
 * @param options further options of `npm audit`
 * @throws when there is no answer: nothing was audited
 */
export const askAdvisories = async (
  root: string,
  list: ReturnType<typeof componentsOf>,
  options: string[] = [],
): Promise<Advisories> => {
  const npm = process.env['npm_execpath']
  if (npm === undefined) throw new Error('Ask through npm: npm run advisories')
  const asked = promisify(execFile)(process.execPath, [npm, 'audit', '--json', ...options], { cwd: root })
  // With advisories npm ends with 1, and so it does where it fails: its output shows which.
  const { stdout } = await asked.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  const read = answer.safeParse(stdout === '' ? null : JSON.parse(stdout))
  if (!read.success) throw new Error('npm gave no report: nothing was audited')
  if ('message' in read.data)
    throw new Error(`The registry gave no answer, nothing was audited: ${read.data.message}`)
  const ships = new Set(list.components.map(({ purl }) => purl))
  const found: Advisories = { shipped: [], tools: [] }
  for (const { via, nodes } of Object.values(read.data.vulnerabilities)) {
    const advisories = via.filter((reason) => typeof reason !== 'string')
    if (advisories.length === 0) continue
    for (const folder of nodes) {
      const { name, version, purl } = addressOf(root, folder)
      const about = ({ severity, title, url }: (typeof advisories)[number]) =>
        `${name} ${version}: ${severity}: ${title} (${url})`
      if (ships.has(purl)) found.shipped.push(...advisories.map(about))
      else found.tools.push(`${name} ${version}`)
    }
  }
  return found
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  try {
    const list = JSON.parse(readFileSync(`${root}/dist/kaunta.cdx.json`, 'utf8'))
    const { shipped, tools } = await askAdvisories(root, list)
    if (tools.length > 0) console.log(`Tools that do not ship have advisories: ${tools.join(', ')}`)
    for (const line of shipped) complain(line)
    if (shipped.length > 0) throw new Error('What ships has advisories: update it, then pack')
    console.log(`No advisory is known for any of the ${list.components.length} components that ship`)
  } catch (error) {
    endWith(error, 1)
  }
}
