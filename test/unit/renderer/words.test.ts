import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { fail } from '../../../core/contract/errors.ts'
import { operations } from '../../../core/contract/index.ts'
import { common } from '../../../renderer/i18n/common.ts'
import { explain, isWorded } from '../../../renderer/i18n/errors.ts'
import { defineWords, say, setLanguage } from '../../../renderer/i18n/index.ts'
import { words as settings } from '../../../renderer/screens/settings/words.ts'

const root = join(import.meta.dirname, '../../..')
const folder = (language: string) => join(root, 'renderer/i18n', language)

type Tree = { [key: string]: string | Tree }

const flat = (tree: Tree, path = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value] as const] : [...flat(value, `${path}${key}.`)],
    ),
  )

const load = async (language: string, file: string) => {
  const module: Record<string, Tree> = await import(join(folder(language), file))
  return flat(module[file.replace('.ts', '')] ?? {})
}

/** The values of a text. The authority's name is none: one language may say "it" where the other repeats the name. */
const placeholders = (text: string) => (text.match(/\{\{(?!authority\}\})\w+\}\}/g) ?? []).toSorted()

afterEach(() => setLanguage('en'))

describe('the words of the screens', () => {
  const files = readdirSync(folder('en'))

  it('are in the same files in both languages', () => {
    expect(files.length).toBeGreaterThan(5)
    expect(readdirSync(folder('sw'))).toEqual(files)
  })

  it.each(files)('%s says the same things, with the same values, in English and Kiswahili', async (file) => {
    const en = await load('en', file)
    const sw = await load('sw', file)
    expect(en.size).toBeGreaterThan(0)
    expect([...sw.keys()].toSorted()).toEqual([...en.keys()].toSorted())
    for (const [key, text] of en) {
      expect(sw.get(key)?.trim(), key).not.toBe('')
      // A language may leave the number out of its word for one.
      if (!key.endsWith('_one')) expect(placeholders(sw.get(key) ?? ''), key).toEqual(placeholders(text))
    }
  })

  it.each(files)('%s names the authority by its one name', async (file) => {
    for (const language of ['en', 'sw'])
      for (const [key, text] of await load(language, file))
        expect(text.replaceAll('{{authority}}', ''), key).not.toMatch(/authorit|mamlaka|\bKRA\b/i)
    expect(say(common, 'frame.reachable')).toBe('KRA online')
  })

  it.each(files)('%s has one Kiswahili word for one thing, that of the README', async (file) => {
    const retired =
      /\b(namba|ushuru|msimbopau|mashine hii|hati (ya|za) mkopo|mmiliki|wasaidizi|wasifu|foleni|u?skani|pendwa)\b/i
    for (const [key, text] of await load('sw', file)) expect(text, key).not.toMatch(retired)
  })

  it.each(files)('%s has plain English: no words that a shop does not use', async (file) => {
    const retired =
      /\b(by (itself|themselves)|anew|whoever|all the same|figures|mend|profiles?|refused|withdrawn?|initialis\w*|training (shop|till))\b|^What (?!is)/i
    // `[settings:profiles.connect]` stands for that button's text.
    for (const [key, text] of await load('en', file))
      expect(text.replaceAll(/\[[\w:.]+\]/g, ''), key).not.toMatch(retired)
  })

  it('follow the language at once, and choose by number', () => {
    const words = defineWords('example', {
      en: { lines_one: '{{count}} line', lines_other: '{{count}} lines' },
      sw: { lines_one: 'mstari {{count}}', lines_other: 'mistari {{count}}' },
    })
    expect([say(words, 'lines', { count: 1 }), say(words, 'lines', { count: 4 })]).toEqual([
      '1 line',
      '4 lines',
    ])
    setLanguage('sw')
    expect(say(words, 'lines', { count: 4 })).toBe('mistari 4')
  })
})

it('the bar says how many documents wait and are late, one or several', () => {
  const wordsFor = (count: number) => [
    say(common, 'frame.waiting', { count }),
    say(common, 'frame.late', { count }),
  ]
  expect(wordsFor(1)).toEqual(['1 waiting', '1 late'])
  setLanguage('sw')
  expect([wordsFor(1), wordsFor(2)]).toEqual([
    ['1 inasubiri', '1 imechelewa'],
    ['2 zinasubiri', '2 zimechelewa'],
  ])
})

it('a profile says how many documents need somebody, one or several', () => {
  const wordsFor = (count: number) => say(settings, 'profiles.needsPerson', { count })
  expect([wordsFor(1), wordsFor(2)]).toEqual(['1 to fix', '2 to fix'])
  setLanguage('sw')
  expect([wordsFor(1), wordsFor(2)]).toEqual(['1 ya kurekebisha', '2 za kurekebisha'])
})

describe('failures', () => {
  it('are worded in the language of the screen, with their values', () => {
    const { error } = fail('001', 'session.notAllowed', 'This needs a manager.', {
      params: { role: 'manager' },
    })
    expect(explain(error)).toContain('Manager')
    setLanguage('sw')
    expect(explain(error)).toContain('Meneja')
  })

  it('speak with the core’s own words where none are kept', () => {
    expect(explain(fail('003', 'something.new', 'The till says so.').error)).toBe('The till says so.')
  })

  it('that operations can answer to a window are all worded', () => {
    const forSoftware = Object.entries(operations)
      .filter(([, { allow }]) => allow === 'software')
      .map(([name]) => `core/operations/${name.replace('.', '/')}.ts`)
      .concat('core/operations/shared/idempotency.ts')
    const sources = ['core/operations', 'core/shop']
      .flatMap((room) =>
        readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
      )
      .filter((file) => file.endsWith('.ts') && !forSoftware.includes(file))
      .concat('core/host/dispatch.ts')
    const reasons = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\bfail\(\s*'\d{3}',\s*'([\w.]+)'/g)].map(
        ([, reason = '']) => reason,
      ),
    )
    expect(reasons.length).toBeGreaterThan(10)
    expect([...new Set(reasons)].filter((reason) => !isWorded(reason))).toEqual([])
  })
})
