import { Button } from '../../components/Button.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { AdjustPanel } from './AdjustPanel.tsx'
import { adjustKinds } from './adjustment.ts'
import { CountSession } from './counts/CountSession.tsx'
import { Counts } from './counts/Counts.tsx'
import { Levels } from './Levels.tsx'
import { ExportMovements, Movements } from './Movements.tsx'
import { words } from './words.ts'
import './stock.css'

/** The stock, its movements, and changes to it. */
export function StockScreen() {
  const t = useWords(words)
  const { may } = useHere()
  const { params } = usePlace()
  const kind = adjustKinds.find((name) => name === params['adjust'])
  const movements = params['movements']
  const itemOfMovements = movements === undefined || movements === 'all' ? null : Number(movements)
  const count = params['count']
  const tab = count !== undefined ? 'counts' : movements === undefined ? 'levels' : 'movements'
  const adjusting = kind !== undefined && may('manager')

  const place = (changes: Record<string, string>) =>
    navigate('stock', { ...(movements === undefined ? {} : { movements }), ...changes })
  // A count takes the whole screen, and its scans.
  const mayAdjust = may('manager') && !adjusting && tab !== 'counts'
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
          onChange={(tab) =>
            navigate('stock', tab === 'levels' ? {} : { [tab === 'counts' ? 'count' : tab]: 'all' })
          }
          pills={[
            { id: 'levels', label: t('tabs.levels') },
            { id: 'movements', label: t('tabs.movements') },
            { id: 'counts', label: t('tabs.counts') },
          ]}
        />
      }
      acts={
        may('manager') &&
        tab !== 'counts' && (
          <>
            {movements !== undefined && <ExportMovements itemId={itemOfMovements} />}
            <Button variant="primary" icon="edit" keyCap="F4" disabled={adjusting} onPress={adjust}>
              {t('adjust')}
            </Button>
          </>
        )
      }
    >
      {count === 'all' ? (
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
