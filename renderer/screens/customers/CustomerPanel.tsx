import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Menu } from '../../components/Menu.tsx'
import { SidePanel } from '../../components/SidePanel.tsx'
import { formatDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { CustomerDialog } from './CustomerDialog.tsx'
import { Entries } from './Entries.tsx'
import { MarkDialog } from './MarkDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { PayDialog } from './PayDialog.tsx'
import { StatementDialog } from './StatementDialog.tsx'
import { words } from './words.ts'

type Account = OutputOf<'account.get'>
const ages = ['a0', 'a1', 'a2', 'a3'] as const

/** One customer: what is owed and since when, and what happened. */
export function CustomerPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useWords(words)
  const { may } = useHere()
  const [asking, setAsking] = useState<'pay' | 'edit' | 'statement' | 'merge' | 'mark' | null>(null)
  const { data, error } = useCall('account.get', { customerId: id }, { keepPrevious: true })
  const owes = data !== undefined && data.owed + data.elsewhere > 0
  const done = () => setAsking(null)
  useKeys([
    { key: 'F9', label: t('pay'), run: () => setAsking('pay'), enabled: owes },
    { key: 'F6', label: t('statement'), run: () => setAsking('statement'), enabled: data !== undefined },
    { key: 'F7', label: t('edit'), run: () => setAsking('edit'), enabled: data !== undefined },
  ])
  const manager = may('manager')
  const hasEarlier = data?.open.some(({ earlier }) => earlier) ?? false
  return (
    <SidePanel
      title={data?.customer.name ?? ''}
      onClose={onClose}
      acts={
        data && (
          <>
            <Button variant="primary" keyCap="F9" disabled={!owes} onPress={() => setAsking('pay')}>
              {t('pay')}
            </Button>
            <Button keyCap="F6" onPress={() => setAsking('statement')}>
              {t('statement')}
            </Button>
          </>
        )
      }
    >
      <FailureNote error={error} />
      {data && (
        <>
          <div className="customers-acts">
            <Button icon="edit" keyCap="F7" onPress={() => setAsking('edit')}>
              {t('edit')}
            </Button>
            {manager && (
              <Menu
                label={t('moreActs')}
                items={[
                  { id: 'merge', label: t('merge'), run: () => setAsking('merge') },
                  ...(hasEarlier ? [{ id: 'mark', label: t('markPaid'), run: () => setAsking('mark') }] : []),
                ]}
              />
            )}
          </div>
          <Card account={data} />
          <Entries customerId={data.customer.id} name={data.customer.name} />
          {asking === 'pay' && <PayDialog account={data} onClose={done} />}
          {asking === 'edit' && <CustomerDialog customer={data.customer} onClose={done} onSaved={done} />}
          {asking === 'statement' && <StatementDialog customer={data.customer} onClose={done} />}
          {asking === 'mark' && <MarkDialog account={data} onClose={done} />}
          {asking === 'merge' && (
            <MergeDialog
              customer={data.customer}
              onClose={done}
              onMerged={(into) => navigate('customers', { customer: String(into) })}
            />
          )}
        </>
      )}
    </SidePanel>
  )
}

function Card({ account: { customer, owed, elsewhere, since, ageing, merged } }: { account: Account }) {
  const t = useWords(words)
  const limit = customer.creditLimit
  const total = owed + elsewhere
  const left = limit === null ? 0 : limit - total
  const limitText =
    limit === null
      ? t('nothingOnCredit')
      : t(left >= 0 ? 'leftOfLimit' : 'aboveLimit', { amount: money(Math.abs(left)), limit: money(limit) })
  return (
    <>
      <Facts
        facts={[
          [
            t('owed'),
            <span key="owed" className="numbers">
              <b>{money(total)}</b>
              {since !== null && owed !== 0 && <> {t('since', { day: formatDay(since) })}</>}
            </span>,
          ],
          [
            t('elsewhere'),
            elsewhere === 0 ? null : (
              <span key="elsewhere" className="numbers">
                {t('ofIt', { amount: money(elsewhere) })}
              </span>
            ),
          ],
          [t('limit'), <span key="limit">{limitText}</span>],
          [t('phone'), customer.phone],
          [t('pin'), customer.pin],
          [t('number'), String(customer.number)],
          [t('email'), customer.email],
          [t('address'), customer.address],
          [t('note'), customer.note],
          [t('merged'), merged.length === 0 ? null : merged.map(({ name }) => name).join(', ')],
        ]}
      />
      {owed !== 0 && (
        <dl className="customers-ageing numbers" aria-label={t('ageing.title')}>
          {ages.map((age, index) => (
            <div key={age}>
              <dt>{t(`ageing.${age}`)}</dt>
              <dd>{money(ageing[index] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
