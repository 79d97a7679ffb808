/** A row of the audit trails in the words of the screen's language. */
import type { Role } from '../../../../core/contract/fields.ts'
import type { AuditEntry } from '../../../../core/contract/report.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { common } from '../../../i18n/common.ts'
import { hasWord, say, sayFound } from '../../../i18n/index.ts'
import { words as queueWords } from '../../queue/words.ts'
import { auditWords } from './auditWords.ts'

type Values = Parameters<typeof sayFound>[2]

/** Words that there may be for a name that comes from the trail; the name itself where there are none. */
const named = (
  words: typeof auditWords | typeof queueWords,
  group: string,
  name: string,
  values?: Values,
): string => (hasWord(words, `${group}.${name}`) ? sayFound(words, `${group}.${name}`, values) : name)

export const whoText = ({ by, who }: Pick<AuditEntry, 'by' | 'who'>): string =>
  by === 'person' ? who : say(auditWords, `by.${by}`, { who })

const subjectText = ({ trail, kind, subject, who, detail }: AuditEntry): string => {
  switch (kind) {
    case 'begun':
      return say(auditWords, trail)
    case 'signedIn':
    case 'signedOut':
    case 'locked':
      return subject === who ? '' : subject
    case 'keyMade':
    case 'keyAdopted':
    case 'keyRevoked':
      return `… ${subject}`
    case 'lockAfter':
      return subject === '0'
        ? say(auditWords, 'neverLocks')
        : say(auditWords, 'minutes', { count: Number(subject) })
    case 'restSwitched':
      return `${say(auditWords, detail.on ? 'on' : 'off')}, ${say(auditWords, 'port', { port: subject })}`
    case 'cartDropped':
      return detail.became === undefined || detail.became === 'completed'
        ? subject
        : say(auditWords, `became.${detail.became}`)
    case 'settings':
      return named(auditWords, 'setting', subject)
    case 'lanePaused':
    case 'laneResumed':
      return named(queueWords, 'lane', subject)
    default:
      return subject
  }
}

const takenText = (goods: NonNullable<AuditEntry['detail']['goods']>): string => {
  const each = goods.map(({ name, quantity: amount }) =>
    say(auditWords, 'taken', { name, quantity: quantity(amount) }),
  )
  return `${each.join(', ')} (${money(goods.reduce((sum, { amount }) => sum + amount, 0))})`
}

const detailTexts = ({
  detail: { role, name, author, door, count, because, goods },
}: AuditEntry): string[] => {
  const roleText = (each: Role) => say(common, `roles.${each}`)
  return [
    name?.join(' → '),
    author !== undefined && say(auditWords, 'author', { author }),
    role && (Array.isArray(role) ? role.map(roleText).join(' → ') : roleText(role)),
    count !== undefined && say(auditWords, 'times', { count }),
    goods && takenText(goods),
    door === 'rest' && say(auditWords, 'door.rest'),
    because !== undefined &&
      hasWord(auditWords, `because.${because}`) &&
      named(auditWords, 'because', because),
  ].filter((text) => typeof text === 'string')
}

/** `person changed: Otieno · Cashier → Manager`. */
export const whatText = (entry: AuditEntry): string => {
  const kind = say(auditWords, `kind.${entry.kind}`)
  const subject = subjectText(entry)
  return [subject === '' ? kind : `${kind}: ${subject}`, ...detailTexts(entry)].join(' · ')
}
