import { ITEM_CLASSES } from './itemClasses.ts'
import { SHOP_CLASSES } from './shopClasses.ts'

type ItemClass = {
  readonly itemClsCd: string
  readonly itemClsNm: string
  readonly itemClsLvl: number
  readonly taxTyCd: string | null
  readonly mjrTgYn: string | null
  readonly useYn: 'Y'
}

const rows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|'))

let cached: readonly ItemClass[] | undefined

/** `data.itemClsList`: the whole classification in one long reply, in the order of its codes (authority §1.4 no. 5). */
export function itemClasses(): readonly ItemClass[] {
  cached ??= [
    ...rows(ITEM_CLASSES).map(([code = '', level, name = '']) => itemClass(code, name, Number(level))),
    ...rows(SHOP_CLASSES).map(([code = '', taxType, name = '']) => itemClass(code, name, 5, taxType)),
  ].sort((a, b) => (a.itemClsCd < b.itemClsCd ? -1 : 1))
  return cached
}

const itemClass = (code: string, name: string, level: number, taxType = ''): ItemClass => ({
  itemClsCd: code,
  itemClsNm: name,
  itemClsLvl: level,
  taxTyCd: taxType === '' ? null : taxType,
  mjrTgYn: level === 5 ? 'N' : null,
  useYn: 'Y',
})
