import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { Deliveries } from './Deliveries.tsx'
import { DeliveryPage } from './DeliveryPage.tsx'
import { EnterPage } from './EnterPage.tsx'
import { InvoicePage } from './InvoicePage.tsx'
import { Invoices } from './Invoices.tsx'
import { words } from './words.ts'
import './purchases.css'

/** What suppliers have invoiced, and the goods that arrived. */
export function PurchasesScreen() {
  const t = useWords(words)
  const { may } = useHere()
  const { params } = usePlace()
  const { invoice, delivery } = params
  if (invoice !== undefined) return <InvoicePage key={invoice} id={Number(invoice)} />
  if (delivery !== undefined) return <DeliveryPage key={delivery} id={Number(delivery)} />
  if (params['enter'] !== undefined && may('manager')) return <EnterPage />
  const isDeliveries = params['deliveries'] !== undefined
  const tabs = (
    <Pills
      label={t('tabs.label')}
      value={isDeliveries ? 'deliveries' : 'invoices'}
      onChange={(tab) => navigate('purchases', tab === 'deliveries' ? { deliveries: 'all' } : {})}
      pills={[
        { id: 'invoices', label: t('tabs.invoices') },
        { id: 'deliveries', label: t('tabs.deliveries') },
      ]}
    />
  )
  return isDeliveries ? <Deliveries tabs={tabs} /> : <Invoices tabs={tabs} />
}
