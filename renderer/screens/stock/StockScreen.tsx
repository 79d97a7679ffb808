import { Button } from '../../components/Button.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { AdjustPanel } from './AdjustPanel.tsx'
import { adjustKinds } from './adjustment.ts'
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
  const adjusting = kind !== undefined && may('manager')

  const place = (changes: Record<string, string>) =>
    navigate('stock', { ...(movements === undefined ? {} : { movements }), ...changes })
  const adjust = () => place({ adjust: 'received' })
  useKeys([{ key: 'F4', label: t('adjust'), run: adjust, enabled: may('manager') && !adjusting }])

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
          value={movements === undefined ? 'levels' : 'movements'}
          onChange={(tab) => navigate('stock', tab === 'levels' ? {} : { movements: 'all' })}
          pills={[
            { id: 'levels', label: t('tabs.levels') },
            { id: 'movements', label: t('tabs.movements') },
          ]}
        />
      }
      acts={
        may('manager') && (
          <>
            {movements !== undefined && <ExportMovements itemId={itemOfMovements} />}
            <Button variant="primary" icon="edit" keyCap="F4" disabled={adjusting} onPress={adjust}>
              {t('adjust')}
            </Button>
          </>
        )
      }
    >
      {movements === undefined ? (
        <Levels panel={panel} />
      ) : (
        <Movements itemId={itemOfMovements} panel={panel} />
      )}
    </Page>
  )
}
