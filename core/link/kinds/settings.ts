/** Settings of a shop, as a hub and its tills tell each other. Those of a till itself are never told. */
import { createHash } from 'node:crypto'
import type { Db } from '../../../db/engine/sqlite.ts'
import { auditBefore } from '../../../db/profile/audit.ts'
import { classOfCategory, rememberClass } from '../../../db/profile/itemClasses.ts'
import { categoryColours, setCategoryColour } from '../../../db/profile/itemGrid.ts'
import { itemById, itemByUid } from '../../../db/profile/items.ts'
import { readSetting, writeSetting } from '../../../db/profile/settings.ts'
import { baseOf, hubShares, openWishes } from '../../../db/profile/shared.ts'
import { type Fields, isSameValue, sharedSettings } from '../../contract/hub/shared.ts'
import { settings as forms } from '../../contract/workspace.ts'
import type { Kind } from '../sharing.ts'

/** The same at each till of a branch, so that they speak of one setting before they hear of each other. */
export const uidOfSetting = (branch: string, name: string): string => {
  const hex = createHash('sha256')
    .update(JSON.stringify(['kaunta.setting', branch, name]))
    .digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

type Value = Fields[string]
type Pages = { name: string; items: (number | string)[] }[]

/** A till's pages of Sell have its own ids. */
const withUids = (db: Db, pages: Pages): Pages =>
  pages.map(({ name, items }) => ({
    name,
    items: items.flatMap((id) => itemById(db, Number(id))?.uid ?? []),
  }))
const withIds = (db: Db, pages: Pages): { pages: Pages; whole: boolean } => {
  const found = pages.map(({ name, items }) => ({
    name,
    items: items.flatMap((uid) => itemByUid(db, String(uid)) ?? []),
  }))
  return { pages: found, whole: found.every(({ items }, at) => items.length === pages[at]?.items.length) }
}

const ofCategory = /^category_(class|colour):(.*)$/s

const read = (db: Db, name: string): Value => {
  const [, what, category] = ofCategory.exec(name) ?? []
  if (category === undefined) {
    const value = readSetting(db, name) ?? null
    return (name === 'sellPages' && value !== null ? withUids(db, value as Pages) : value) as Value
  }
  if (what === 'class') return classOfCategory(db, category) ?? null
  return categoryColours(db).find((each) => each.category === category)?.colour ?? null
}

/** Who changed a setting last, by the newest rows of the trail. */
const changedBy = (db: Db, name: string): string | null =>
  auditBefore(db, { before: Number.MAX_SAFE_INTEGER, limit: 50, kinds: ['settings'] }).find(
    ({ subject }) => subject === name,
  )?.who ?? null

const store = (db: Db, name: string, told: Value): { whole: boolean } | undefined => {
  const [, what, category] = ofCategory.exec(name) ?? []
  const text = typeof told === 'string' ? told : null
  if (category !== undefined) {
    if (what === 'colour') setCategoryColour(db, category, text)
    else if (text !== null) rememberClass(db, category, text)
    return { whole: true }
  }
  const form = forms.shape[name as (typeof sharedSettings)[number]]
  if (!(sharedSettings as readonly string[]).includes(name) || told === null) return undefined
  const { pages, whole } =
    name === 'sellPages' && Array.isArray(told)
      ? withIds(db, told as Pages)
      : { pages: undefined, whole: true }
  const parsed = form.safeParse(pages ?? told)
  if (!parsed.success) return undefined
  if (!isSameValue(readSetting(db, name), parsed.data)) writeSetting(db, name, parsed.data)
  return { whole }
}

/** The name in the JSON of a body, or of a wish. */
const nameIn = (json: string | undefined): string | undefined => {
  if (json === undefined) return undefined
  const { name, set } = JSON.parse(json) as { name?: string; set?: { name?: string } }
  return name ?? set?.name
}

export const settings: Kind = {
  thing: ({ db }, key) => {
    const value = read(db, key)
    return {
      uid: uidOfSetting(hubShares(db)?.branch ?? '', key),
      name: key,
      body: { name: key, ...(value === null ? {} : { value }) },
      once: {},
      who: changedBy(db, key),
    }
  },
  // Its uid says nothing about its name.
  keyOf: ({ db }, uid) => nameIn(baseOf(db, uid)?.body) ?? nameIn(openWishes(db, uid)[0]?.content),
  setUid: () => undefined,
  twin: (_, body) => String(body['name']),
  absorb: () => undefined,
  write: ({ db }, _key, _uid, body) => {
    const name = String(body['name'])
    const stored = store(db, name, body['value'] ?? null)
    return stored && { key: name, ...stored }
  },
}
