import type { Option } from '../../components/fields/Select.tsx'
import { hasWord, sayFound, useLanguage } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

/** Units (class 10) or packages (class 17) of the authority's own table, the usual ones first and in our words. */
export function useCodeOptions(table: '10' | '17', chosen: string): Option<string>[] {
  useLanguage()
  const { data } = useCall('reference.codes', { class: table })
  const rows = data?.codes.filter(({ active }) => active) ?? []
  const ours = (code: string) =>
    table === '10' && hasWord(words, `unit.${code}`) ? sayFound(words, `unit.${code}`) : null
  const options = rows.map(({ code, name }) => ({ id: code, label: `${ours(code) ?? name} · ${code}` }))
  if (!rows.some(({ code }) => code === chosen))
    options.unshift({ id: chosen, label: ours(chosen) ?? chosen })
  return options.toSorted((a, b) => Number(ours(b.id) !== null) - Number(ours(a.id) !== null))
}
