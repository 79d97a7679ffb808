import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { language, useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { CloseDialog } from './CloseDialog.tsx'
import { OpenNow } from './OpenNow.tsx'
import { OpenShift } from './OpenShift.tsx'
import { ExportShifts, ShiftList } from './ShiftList.tsx'
import { words } from './words.ts'
import { ZDialog } from './ZDialog.tsx'
import './shift.css'

/** The drawer: opening, cash in and out, X, closing; and the Z reports of earlier shifts. */
export function ShiftScreen() {
  const t = useWords(words)
  const { params } = usePlace()
  const isList = params['tab'] === 'list'
  const chosen = params['shift']
  const [asking, setAsking] = useState<'open' | 'close' | null>(null)
  const { data: state, error } = useCall('shift.state', {})
  const open = state?.open ?? null
  const { data: shown, error: getError } = useCall(
    'shift.get',
    { number: open?.number ?? 1, language: language() },
    { enabled: open !== null && !isList, keepPrevious: true },
  )
  const begin = () => {
    if (open ? shown : state) setAsking(open ? 'close' : 'open')
  }
  useKeys([{ key: 'F9', label: t(open ? 'close.act' : 'open'), run: begin, enabled: !isList }])
  return (
    <Page
      title={open && !isList ? t('titleOf', { number: open.number }) : t('title')}
      head={
        <Pills
          label={t('tabs.label')}
          value={isList ? 'list' : 'now'}
          onChange={(tab) => navigate('shift', tab === 'list' ? { tab } : {})}
          pills={[
            { id: 'now', label: t('tabs.now') },
            { id: 'list', label: t('tabs.list') },
          ]}
        />
      }
      acts={
        isList ? (
          <ExportShifts />
        ) : (
          open && (
            <Button variant="primary" keyCap="F9" disabled={!shown} onPress={begin}>
              {t('close.act')}
            </Button>
          )
        )
      }
    >
      <FailureNote error={error ?? getError} />
      {isList && <ShiftList />}
      {!isList && open && shown?.shift.number === open.number && <OpenNow shown={shown} />}
      {!isList && state && !open && (
        <Empty
          title={t('noneOpen')}
          acts={
            <Button variant="primary" size={56} keyCap="F9" onPress={begin}>
              {t('open')}
            </Button>
          }
        >
          {t('noneOpenText')}
        </Empty>
      )}
      {asking === 'open' && <OpenShift onClose={() => setAsking(null)} />}
      {asking === 'close' && shown && (
        <CloseDialog
          shown={shown}
          onClose={() => setAsking(null)}
          onClosed={(number) => {
            setAsking(null)
            navigate('shift', { tab: 'list', shift: String(number) })
          }}
        />
      )}
      {chosen !== undefined && (
        <ZDialog number={Number(chosen)} onClose={() => navigate('shift', { tab: 'list' })} />
      )}
    </Page>
  )
}
