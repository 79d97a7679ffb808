import { Button } from '../../components/Button.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { AdjustPanel } from './AdjustPanel.tsx'
import { adjustKinds } from './adjustment.ts'
import { CountSession } from './counts/CountSession.tsx'
import { Counts } from './counts/Counts.tsx'
import { Levels } from './Levels.tsx'
import { Movements } from './Movements.tsx'
import { OrderPage } from './orders/OrderPage.tsx'
import { Orders } from './orders/Orders.tsx'
import { ToOrder } from './orders/ToOrder.tsx'
import { words } from './words.ts'
import './stock.css'

const places = {
  levels: {},
  movements: { movements: 'all' },
  counts: { count: 'all' },
  orders: { order: 'new' },
} as const

const tabOf = (params: Record<'count' | 'order' | 'movements', string | undefined>): keyof typeof places => {
  if (params.count !== undefined) return 'counts'
  if (params.order !== undefined) return 'orders'
  return params.movements === undefined ? 'levels' : 'movements'
}

function OrdersPart({ order }: { order: string | undefined }) {
  if (order === 'all') return <Orders />
  const id = Number(order)
  return id > 0 ? <OrderPage key={id} id={id} /> : <ToOrder />
}

/** The stock, its movements, and changes to it. */
export function StockScreen() {
  const t = useWords(words)
  const { may } = useHere()
  const { params } = usePlace()
  const kind = adjustKinds.find((name) => name === params['adjust'])
  const movements = params['movements']
  const itemOfMovements = movements === undefined || movements === 'all' ? null : Number(movements)
  const count = params['count']
  const hasBranches = (useCall('transfer.branches', {}).data?.others.length ?? 0) > 0
  const arriving = useCall('transfer.arrivals', {}, { enabled: hasBranches }).data?.arrivals.length ?? 0
  const order = may('manager') ? params['order'] : undefined
  const tab = tabOf({ count, order, movements })
  const adjusting = kind !== undefined && may('manager')

  const transfers = {
    id: 'transfers' as const,
    label: t('tabs.transfers'),
    ...(arriving > 0 && { count: arriving }),
  }
  const place = (changes: Record<string, string>) =>
    navigate('stock', { ...(movements === undefined ? {} : { movements }), ...changes })
  // A count and an order take the whole screen, and its scans.
  const isList = tab === 'levels' || tab === 'movements'
  const mayAdjust = may('manager') && !adjusting && isList
  const adjust = () => place({ adjust: 'received' })
  useKeys([{ key: 'F4', label: t('adjust'), run: adjust, enabled: mayAdjust }])

  const panel = adjusting && (
    <AdjustPanel
      key={`${kind} ${params['item'] ?? ''}`}
      kind={kind}
      itemId={params['item'] === undefined ? null : Number(params['item'])}
      from={params['from']}
      onClose={() => place({})}
    />
  )
  return (
    <Page
      title={t('title')}
      head={
        <Pills
          label={t('tabs.label')}
          value={tab}
          onChange={(tab) => (tab === 'transfers' ? navigate('transfers') : navigate('stock', places[tab]))}
          pills={[
            { id: 'levels', label: t('tabs.levels') },
            { id: 'movements', label: t('tabs.movements') },
            { id: 'counts', label: t('tabs.counts') },
            ...(may('manager') ? [{ id: 'orders' as const, label: t('tabs.orders') }] : []),
            ...(hasBranches ? [transfers] : []),
          ]}
        />
      }
      acts={
        may('manager') &&
        isList && (
          <Button variant="primary" icon="edit" keyCap="F4" disabled={adjusting} onPress={adjust}>
            {t('adjust')}
          </Button>
        )
      }
    >
      {tab === 'orders' ? (
        <OrdersPart order={order} />
      ) : count === 'all' ? (
        <Counts />
      ) : count !== undefined ? (
        <CountSession key={count} id={Number(count)} />
      ) : movements === undefined ? (
        <Levels panel={panel} />
      ) : (
        <Movements itemId={itemOfMovements} panel={panel} />
      )}
    </Page>
  )
}
