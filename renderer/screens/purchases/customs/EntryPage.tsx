import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CustomsEntryShown } from '../../../../core/contract/customs.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { notify } from '../../../components/notices.ts'
import { Page } from '../../../components/Page.tsx'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { StateWord } from '../../../components/StateWord.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useKeys } from '../../../input/keys.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { requestOf } from '../../../window/kept.ts'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { EntryFacts } from './EntryFacts.tsx'
import { EntryForm } from './EntryForm.tsx'
import { choiceOf, choices, type Fault, faultOf } from './kept.ts'
import { toldTones, tones } from './tones.ts'
import { words } from './words.ts'

const back = () => navigate('purchases', { customs: 'all' })

/** An entry of customs: which item it is, what it cost, and whether it is approved. */
export function EntryPage({ id }: { id: number }) {
  const t = useWords(words)
  const { data, error, refetch } = useCall('customs.get', { id })
  if (data) return <Entry known={data} />
  return (
    <Page title={t('entry.none')} back={{ label: t('entry.back'), onPress: back }}>
      <FailureNote error={error} acts={<Retry onPress={() => inBackground(refetch())} />} />
    </Page>
  )
}

function Entry({ known }: { known: CustomsEntryShown }) {
  const t = useWords(words)
  const { profile, may } = useHere()
  const { entry, deliveryId } = known
  const key = `${profile.id} ${entry.id}`
  const kept = choices.use(key)
  const choice = choiceOf(known, kept)
  const [fault, setFault] = useState<Fault | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const [rejecting, setRejecting] = useState(false)
  const approve = useAct('customs.approve')
  const reject = useAct('customs.reject')
  const isManager = may('manager')
  const isOpen = entry.state === 'waiting' && isManager
  const name = entry.itemName

  /** The place of a fault gets the focus. */
  function showFault(found: Fault | null) {
    flushSync(() => setFault(found))
    form.current?.querySelector<HTMLElement>('[data-fault] .button, [data-invalid] input')?.focus()
  }

  function tryApprove() {
    if (approve.isPending) return
    // Goods that came in before keep their item, units and cost.
    const found = deliveryId === null ? faultOf(choice) : null
    if (found || !choice.item) {
      showFault(found)
      return
    }
    const remark = kept.remark.trim()
    const input = {
      entryId: entry.id,
      itemId: choice.item.id,
      units: choice.units ?? 0,
      ...(choice.isOwnCost && { unitCost: choice.unitCost ?? 0 }),
      ...(remark !== '' && { remark }),
    }
    const request = requestOf({ ...input, profile: profile.id })
    const ours = itemName(choice.item)
    approve.mutateAsync({ ...input, requestId: request.id }).then(
      () => {
        request.forget()
        choices.forget(key)
        notify({
          tone: 'ok',
          text: t(deliveryId === null ? 'entry.approved' : 'entry.approvedAgain', { name: ours }),
        })
      },
      // The page shows the failure of the act.
      () => undefined,
    )
  }

  function askReject() {
    if (choice.item) setRejecting(true)
    else showFault('item')
  }

  function rejectNow(reason: string) {
    if (!choice.item) return
    const input = { entryId: entry.id, itemId: choice.item.id, reason }
    const request = requestOf({ ...input, profile: profile.id })
    reject.mutateAsync({ ...input, requestId: request.id }).then(
      () => {
        request.forget()
        choices.forget(key)
        setRejecting(false)
        notify({ tone: 'ok', text: t('reject.done', { name }) })
      },
      () => undefined,
    )
  }

  useKeys([
    { key: 'Esc', run: back },
    { key: 'F9', label: t('entry.approve'), run: tryApprove, enabled: isOpen },
  ])
  const acts = isOpen ? (
    <>
      <Button onPress={askReject}>{t('entry.reject')}</Button>
      <Button variant="primary" keyCap="F9" pending={approve.isPending} onPress={tryApprove}>
        {t('entry.approve')}
      </Button>
    </>
  ) : (
    deliveryId !== null && <OpenDelivery id={deliveryId} />
  )
  return (
    <Page title={t('entry.title', { name })} back={{ label: t('entry.back'), onPress: back }} acts={acts}>
      <p className="purchases-entry-states">
        <StateWord tone={tones[entry.state]}>{t(`state.${entry.state}`)}</StateWord>
        {entry.told !== null && entry.state !== 'waiting' && (
          <StateWord tone={toldTones[entry.told]}>{t(`told.${entry.told}`)}</StateWord>
        )}
      </p>
      <Notes known={known} isManager={isManager} />
      <FailureNote error={approve.error} />
      <div className="purchases-entry" ref={form}>
        <EntryFacts known={known} />
        {isOpen && deliveryId === null && (
          <EntryForm
            known={known}
            choice={choice}
            remark={kept.remark}
            fault={fault}
            onChange={(changes) => {
              setFault(null)
              choices.change(key, changes)
            }}
          />
        )}
      </div>
      {rejecting && (
        <ReasonDialog
          title={t('reject.title', { name })}
          act={t('reject.reject')}
          pending={reject.isPending}
          error={reject.error}
          onReason={rejectNow}
          onClose={() => setRejecting(false)}
        >
          <p>{t(deliveryId === null ? 'reject.text' : 'reject.goodsIn')}</p>
        </ReasonDialog>
      )}
    </Page>
  )
}

function OpenDelivery({ id }: { id: number }) {
  const t = useWords(words)
  const open = () => navigate('purchases', { delivery: String(id) })
  return <Button onPress={open}>{t('entry.openDelivery')}</Button>
}

/** What a person must know, or do elsewhere. */
function Notes({ known, isManager }: { known: CustomsEntryShown; isManager: boolean }) {
  const t = useWords(words)
  const { deliveryId } = known
  const { state, told } = known.entry
  if (state === 'elsewhere')
    return (
      <Note tone="wait" title={t('entry.elsewhere')}>
        {t('entry.elsewhereText')}
      </Note>
    )
  if (state === 'waiting' && !isManager) return <Note tone="wait" title={t('entry.onlyManager')} />
  if (state === 'waiting')
    return deliveryId === null ? null : (
      <Note tone="wait" title={t('entry.goodsIn')} acts={<OpenDelivery id={deliveryId} />}>
        {t('entry.goodsInText')}
      </Note>
    )
  if (told !== 'refused') return null
  return (
    <Note
      tone="bad"
      title={t(state === 'approved' ? 'entry.refusedGoods' : 'entry.refused')}
      acts={<Button onPress={() => navigate('queue')}>{t('entry.open')}</Button>}
    >
      {t('entry.solve')}
    </Note>
  )
}
