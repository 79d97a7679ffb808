/** All words of the screens in either language, as far as they stand alone: without values, and longer than a sign. */
import { readdirSync } from 'node:fs'
import { authorityName } from '../../core/fiscal/country.ts'
import { repository } from '../support/process.ts'

type Tree = { [key: string]: string | Tree }

const leaves = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) =>
    typeof value === 'string' ? [value.replaceAll('{{authority}}', authorityName)] : leaves(value),
  )

async function wordsOf(language: 'en' | 'sw'): Promise<ReadonlySet<string>> {
  const folder = repository(`renderer/i18n/${language}`)
  const modules: Record<string, Tree>[] = await Promise.all(
    readdirSync(folder).map((file) => import(`${folder}/${file}`)),
  )
  const texts = modules.flatMap((module) => Object.values(module).flatMap(leaves))
  return new Set(texts.filter((text) => text.length > 3 && !text.includes('{{')))
}

export const [enWords, swWords] = await Promise.all([wordsOf('en'), wordsOf('sw')])
