import type { Offers } from '../../../core/contract/hub/offers.ts'
import { formatQuantity } from '../../../core/fiscal/money.ts'
import { money } from '../../components/Amount.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { hasWord, say, sayFound } from '../../i18n/index.ts'
import { words } from './words.ts'

type Offer = Offers['offers'][number]
type Field = Offer['fields'][number]
type By = Field['inForceBy']

const yesNo: ReadonlySet<string> = new Set(['active', 'favourite', 'class_chosen', 'pin_strong'])
const amounts: ReadonlySet<string> = new Set(['price', 'credit_limit'])

/** What has no words is called as on the wire. */
const worded = (key: string, otherwise: string): string =>
  hasWord(words, key) ? sayFound(words, key) : otherwise

export const fieldName = (field: string): string => worded(`offers.field.${field}`, field)

/** A setting of a category is called `category_colour:Drinks`. */
export const thingName = ({ kind, name }: Pick<Offer, 'kind' | 'name'>): string => {
  if (kind !== 'setting') return name
  const [setting = '', category] = name.split(/:(.*)/s)
  return [worded(`offers.setting.${setting}`, setting), category].filter(Boolean).join(': ')
}

/** A value as people read it. */
export const offerValue = (kind: Offer['kind'], field: string, value: Field['inForce']): string => {
  if (kind === 'person' && field === 'pin') return say(words, 'offers.secret')
  if (value === null) return say(words, 'offers.none')
  if (yesNo.has(field)) return say(words, value === 1 ? 'offers.yes' : 'offers.no')
  if (typeof value === 'number' && amounts.has(field)) return money(value)
  if (typeof value === 'number' && field === 'low_stock') return formatQuantity(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Who, where and when. */
export const byLine = (by: By): string | null =>
  by && [by.who, by.till ?? say(words, 'tills.hubItself'), formatMoment(by.at)].join(' · ')
