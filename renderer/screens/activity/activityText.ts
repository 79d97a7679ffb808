/** A row of the audit trails in the words of the screen's language. */
import type { Role } from '../../../core/contract/fields.ts'
import type { AuditEntry } from '../../../core/contract/report.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { common } from '../../i18n/common.ts'
import { hasWord, say, sayFound } from '../../i18n/index.ts'
import { words as approvalWords } from '../../window/approvalWords.ts'
import { words as exportWords } from '../../window/exporting/words.ts'
import { words as queueWords } from '../queue/words.ts'
import { words as paymentWords } from '../sell/payment/words.ts'
import { words as stockWords } from '../stock/words.ts'
import { words } from './words.ts'

type Detail = AuditEntry['detail']
type Values = Parameters<typeof sayFound>[2]

/** Words that there may be for a name that comes from the trail; the name itself where there are none. */
const named = (from: Parameters<typeof hasWord>[0], group: string, name: string, values?: Values): string =>
  hasWord(from, `${group}.${name}`) ? sayFound(from, `${group}.${name}`, values) : name

export const whoText = ({ by, who }: Pick<AuditEntry, 'by' | 'who'>): string =>
  by === 'person' ? who : say(words, `by.${by}`, { who })

const subjectText = ({ trail, kind, subject, who, detail }: AuditEntry): string => {
  switch (kind) {
    case 'begun':
      return say(words, trail)
    case 'signedIn':
    case 'signedOut':
    case 'locked':
      return subject === who ? '' : subject
    case 'keyMade':
    case 'keyAdopted':
    case 'keyRevoked':
      return `… ${subject}`
    case 'lockAfter':
      return subject === '0' ? say(words, 'neverLocks') : say(words, 'minutes', { count: Number(subject) })
    case 'hubSwitched':
      return say(words, detail.on ? 'on' : 'off')
    case 'restSwitched':
      return `${say(words, detail.on ? 'on' : 'off')}, ${say(words, 'port', { port: subject })}`
    case 'cartDropped':
      return detail.became === undefined || detail.became === 'completed'
        ? subject
        : say(words, `became.${detail.became}`)
    // The sale has no number yet.
    case 'approved':
      return detail.act === 'voidLine' || detail.act === 'voidSale' ? '' : subject
    case 'exported':
      return named(exportWords, 'list', subject)
    case 'settings':
      return named(words, 'setting', subject)
    case 'lanePaused':
    case 'laneResumed':
      return named(queueWords, 'lane', subject)
    default:
      return subject
  }
}

const priceText = (prices: [number, number] | undefined): string | undefined => prices?.map(money).join(' → ')

const goodsText = (goods: NonNullable<Detail['goods']>, prices: Detail['prices']): string =>
  goods
    .map(({ name, quantity: amount }, index) =>
      [say(words, 'taken', { name, quantity: quantity(amount) }), priceText(prices?.[index])]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')

const limitText = (cents: number | null) => (cents === null ? say(words, 'noLimit') : money(cents))

const detailTexts = ({
  kind,
  detail: {
    role,
    name,
    called,
    author,
    door,
    count,
    because,
    goods,
    prices,
    movement,
    ways,
    act,
    asker,
    reason,
    customer,
    fields,
    limits,
  },
}: AuditEntry): string[] => {
  const roleText = (each: Role) => say(common, `roles.${each}`)
  return [
    name?.join(' → '),
    called,
    author !== undefined && say(words, 'author', { author }),
    act !== undefined && named(approvalWords, 'act', act),
    asker !== undefined && say(words, 'approved', { asker, reason: reason ?? '' }),
    kind === 'paidBefore' && reason,
    role && (Array.isArray(role) ? role.map(roleText).join(' → ') : roleText(role)),
    ways
      ?.map((methods) => methods.map((each) => named(paymentWords, 'method', each)).join(' + '))
      .join(' → '),
    customer,
    fields?.map((field) => named(words, 'fields', field)).join(', '),
    limits &&
      say(words, 'limits', {
        before: limitText(limits[0]),
        after: limitText(limits[1]),
      }),
    count !== undefined && say(words, kind === 'exported' ? 'rows' : 'times', { count }),
    movement !== undefined && named(stockWords, 'type', movement),
    goods ? goodsText(goods, prices) : priceText(prices?.[0]),
    door === 'rest' && say(words, 'door.rest'),
    because !== undefined && hasWord(words, `because.${because}`) && named(words, 'because', because),
  ].filter((text) => typeof text === 'string')
}

/** `person changed: Otieno · Cashier → Manager`. */
export const whatText = (entry: AuditEntry): string => {
  const kind = say(words, `kind.${entry.kind}`)
  const subject = subjectText(entry)
  return [subject === '' ? kind : `${kind}: ${subject}`, ...detailTexts(entry)].join(' · ')
}
