import type { Carried as CarriedOver } from '../../../core/contract/shift.ts'
import { money } from '../../components/Amount.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'

/** What is not finished at a closing, by name. It stays, and nobody has to finish it first. */
export function Carried({ carried }: { carried: CarriedOver }) {
  const t = useWords(words)
  const lists = [
    ['parked', carried.parked.named.map(({ name, total }) => [name, total, ''] as const)],
    ['unprinted', carried.unprinted.named.map(({ name, total }) => [name, total, ''] as const)],
    [
      'unsigned',
      carried.unsigned.named.map(
        ({ name, total, soldAt, state }) =>
          [name, total, `${formatMoment(soldAt)}, ${t(`state.${state}`)}`] as const,
      ),
    ],
  ] as const
  const open = lists.filter(([name]) => carried[name].count > 0)
  if (open.length === 0) return <p className="shift-soft">{t('carried.none')}</p>
  return (
    <section className="shift-carried" aria-label={t('carried.title')}>
      <p className="shift-soft">{t('carried.text')}</p>
      {open.map(([name, rows]) => (
        <details key={name} open>
          <summary>{t(`carried.${name}`, { count: carried[name].count })}</summary>
          <ul>
            {rows.map(([title, total, more], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two parked sales may have one name
              <li key={index}>
                <span>
                  {title} {more && <small>{more}</small>}
                </span>
                <span className="numbers">{money(total)}</span>
              </li>
            ))}
            {carried[name].count > rows.length && (
              <li>{t('carried.more', { count: carried[name].count - rows.length })}</li>
            )}
          </ul>
        </details>
      ))}
    </section>
  )
}
