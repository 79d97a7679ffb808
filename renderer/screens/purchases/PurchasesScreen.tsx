import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { Customs } from './customs/Customs.tsx'
import { EntryPage } from './customs/EntryPage.tsx'
import { Deliveries } from './Deliveries.tsx'
import { DeliveryPage } from './DeliveryPage.tsx'
import { EnterPage } from './EnterPage.tsx'
import { InvoicePage } from './InvoicePage.tsx'
import { Invoices } from './Invoices.tsx'
import { words } from './words.ts'
import './purchases.css'

/** What suppliers have invoiced, what customs cleared, and the goods that arrived. */
export function PurchasesScreen() {
  const t = useWords(words)
  const { may } = useHere()
  const { params } = usePlace()
  const { invoice, delivery, entry } = params
  if (invoice !== undefined) return <InvoicePage key={invoice} id={Number(invoice)} />
  if (delivery !== undefined) return <DeliveryPage key={delivery} id={Number(delivery)} />
  if (entry !== undefined) return <EntryPage key={entry} id={Number(entry)} />
  if (params['enter'] !== undefined && may('manager')) return <EnterPage />
  const tab =
    params['deliveries'] !== undefined
      ? 'deliveries'
      : params['customs'] !== undefined
        ? 'customs'
        : 'invoices'
  const tabs = (
    <Pills
      label={t('tabs.label')}
      value={tab}
      onChange={(next) => navigate('purchases', next === 'invoices' ? {} : { [next]: 'all' })}
      pills={[
        { id: 'invoices', label: t('tabs.invoices') },
        { id: 'customs', label: t('tabs.customs') },
        { id: 'deliveries', label: t('tabs.deliveries') },
      ]}
    />
  )
  if (tab === 'customs') return <Customs tabs={tabs} />
  return tab === 'deliveries' ? <Deliveries tabs={tabs} /> : <Invoices tabs={tabs} />
}
