import { Button } from '../../components/Button.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { ArrivalPage } from './ArrivalPage.tsx'
import { Arrivals } from './Arrivals.tsx'
import { GoodsPage } from './GoodsPage.tsx'
import { TransferPage } from './TransferPage.tsx'
import { Transfers } from './Transfers.tsx'
import { words } from './words.ts'
import './transfers.css'

const lists = ['arriving', 'out', 'in'] as const

/** Goods between this branch and the others of the taxpayer. */
export function TransfersScreen() {
  const { may } = useHere()
  const { params } = usePlace()
  const { arrival, transfer, goods, list } = params
  if (arrival !== undefined) return <ArrivalPage key={arrival} id={Number(arrival)} />
  if (transfer !== undefined) return <TransferPage key={transfer} id={Number(transfer)} />
  if (may('manager') && (goods === 'send' || goods === 'enter')) return <GoodsPage key={goods} act={goods} />
  return <Lists list={lists.find((name) => name === list) ?? 'arriving'} />
}

function Lists({ list }: { list: (typeof lists)[number] }) {
  const t = useWords(words)
  const isManager = useHere().may('manager')
  const back = () => navigate('stock')
  const enter = () => navigate('transfers', { goods: 'enter' })
  const send = () => navigate('transfers', { goods: 'send' })
  useKeys([
    { key: 'Esc', run: back },
    { key: 'F3', label: t('byHand'), run: enter, enabled: isManager },
    { key: 'F4', label: t('send'), run: send, enabled: isManager },
  ])
  return (
    <Page
      title={t('title')}
      back={{ label: t('back'), onPress: back }}
      head={
        <Pills
          label={t('tabs.label')}
          value={list}
          onChange={(next) => navigate('transfers', next === 'arriving' ? {} : { list: next })}
          pills={lists.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        />
      }
      acts={
        isManager && (
          <>
            <Button keyCap="F3" onPress={enter}>
              {t('byHand')}
            </Button>
            <Button variant="primary" icon="plus" keyCap="F4" onPress={send}>
              {t('send')}
            </Button>
          </>
        )
      }
    >
      {list === 'arriving' ? <Arrivals /> : <Transfers key={list} direction={list} />}
    </Page>
  )
}
