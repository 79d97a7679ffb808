import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { taxpayerPinForm } from '../../../../core/contract/bounds.ts'
import type { Item } from '../../../../core/contract/item.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { inBackground } from '../../../bridge/background.ts'
import { money, quantity as shownQuantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { QuantityField } from '../../../components/fields/NumberFields.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { notify } from '../../../components/notices.ts'
import { Retry } from '../../../components/Retry.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useKeys } from '../../../input/keys.ts'
import { useScanner } from '../../../input/scannerInput.ts'
import { playSound } from '../../../input/sounds.ts'
import { useAct, useCall, useCaller } from '../../../queries/calls.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { GoodsTrouble, type Trouble } from '../../../window/GoodsTrouble.tsx'
import { ItemFinder } from '../../../window/ItemFinder.tsx'
import { requestOf } from '../../../window/kept.ts'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { choices, costOf, type DraftLine, draftLines, drafts, linesAtMost, orderedLines } from './draft.ts'
import { casesOf, toOrderFields } from './exportFields.ts'
import { words } from './words.ts'

const leads = [0, 1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 45, 60, 90]
const usual = 'usual'
/** The present days may be others. */
const daysOf = (present: number) => [...new Set([...leads, present])].sort((a, b) => a - b)

const covers = [7, 14, 21, 30, 60] as const
/** The group of items that nobody has delivered yet. */
const noSupplier = ''

/** What runs out, by supplier, with the quantity to order; a manager changes it and orders. */
export function ToOrder() {
  const t = useWords(words)
  const { profile } = useHere()
  const { group, cover } = choices.use(profile.id)
  const { data, error, refetch } = useCall('order.suggest', { cover }, { keepPrevious: true })
  const suppliers = data?.suppliers ?? []
  const key = group ?? suppliers[0]?.key ?? noSupplier
  const chosen = suppliers.find((each) => each.key === key)
  const supplier = chosen?.supplier ?? null
  const draftKey = `${profile.id} ${key}`
  const draft = drafts.use(draftKey)
  const lines = draftLines(chosen?.items ?? [], draft)
  const ordered = orderedLines(lines)
  const cost = costOf(lines)
  const page = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const call = useCaller()
  const act = useAct('order.make')
  const setLead = useAct('order.setLeadDays')
  const change = (changes: Partial<typeof draft>) => drafts.change(draftKey, changes)
  const setQuantity = (id: number, quantity: number | null) =>
    change({ quantities: { ...drafts.get(draftKey).quantities, [id]: quantity } })
  const isPinWrong = draft.pin.trim() !== '' && !taxpayerPinForm.test(draft.pin.trim())

  /** Its quantity is typed next. */
  function add({ id, name, secondName, quantityUnit, onHand, ...item }: Item) {
    playSound(onHand === null ? 'no' : 'yes')
    setTrouble(onHand === null ? { kind: 'service', name: itemName({ name, secondName, ...item }) } : null)
    if (onHand === null) return
    flushSync(() => {
      if (!lines.some(({ itemId }) => itemId === id))
        change({ added: [{ id, name, secondName, quantityUnit, onHand }, ...drafts.get(draftKey).added] })
    })
    const field = page.current?.querySelector<HTMLInputElement>(`[data-item="${id}"] input`)
    field?.focus()
    field?.select()
  }
  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    if (found?.kind === 'item') add(found.item)
    else if (found) {
      playSound('no')
      setTrouble({ kind: 'unknown', code })
    }
  }

  function order() {
    if (act.isPending || ordered.length === 0) return
    flushSync(() => setAsked(true))
    const faulty = page.current?.querySelector<HTMLElement>('[data-invalid] input')
    if (faulty) {
      faulty.focus()
      return
    }
    const pin = supplier ? supplier.pin : draft.pin.trim() || null
    const input = {
      supplierName: supplier?.name ?? draft.name.trim(),
      ...(pin !== null && { supplierPin: pin }),
      lines: ordered,
      ...(draft.remark.trim() !== '' && { remark: draft.remark.trim() }),
    }
    const request = requestOf({ ...input, order: draftKey })
    // Runs only while this page is open: a person who has left stays where they are.
    const onSuccess = ({ id }: { id: number }) => navigate('stock', { order: String(id) })
    act.mutateAsync({ ...input, requestId: request.id }, { onSuccess }).then(
      ({ number }) => {
        request.forget()
        drafts.forget(draftKey)
        choices.change(profile.id, { group: null })
        notify({ tone: 'ok', text: t('made', { number, supplier: input.supplierName }) })
      },
      // The page shows the failure of the act.
      () => undefined,
    )
  }

  const showAll = () => navigate('stock', { order: 'all' })
  useScanner((code) => inBackground(onScan(code)))
  useKeys([
    { key: 'F3', label: t('all'), run: showAll },
    { key: 'F9', label: t('make'), run: order },
  ])
  const options = [
    ...suppliers.map((each) => ({
      id: each.key,
      label: `${each.supplier?.name ?? t('other')} (${each.items.length})`,
    })),
    ...(suppliers.some((each) => each.key === noSupplier) ? [] : [{ id: noSupplier, label: t('other') }]),
  ]
  return (
    <div className="orders-page" ref={page}>
      <div className="orders-fields">
        <Select
          label={t('supplier')}
          options={options}
          value={key}
          onChange={(group) => {
            setAsked(false)
            act.reset()
            choices.change(profile.id, { group })
          }}
        />
        {!supplier && (
          <>
            <TextField
              label={t('name')}
              value={draft.name}
              onChange={(name) => change({ name })}
              maxLength={60}
              error={asked && draft.name.trim() === '' ? t('problem.name') : undefined}
            />
            <TextField
              label={t('pin')}
              hint={t('pinHint')}
              value={draft.pin}
              onChange={(pin) => change({ pin: pin.toUpperCase() })}
              maxLength={11}
              error={asked && isPinWrong ? t('problem.pin') : undefined}
            />
          </>
        )}
        {data && chosen && supplier && (
          <Select
            label={t('lead')}
            hint={t('leadHint', { supplier: supplier.name })}
            options={[
              { id: usual, label: t('usualLead', { count: data.leadDays }) },
              ...daysOf(chosen.leadDays).map((count) => ({ id: String(count), label: t('days', { count }) })),
            ]}
            value={chosen.leadDays === data.leadDays ? usual : String(chosen.leadDays)}
            onChange={(days) =>
              setLead.mutate({ supplier: key, leadDays: days === usual ? null : Number(days) })
            }
          />
        )}
        <FailureNote error={setLead.error} />
        <Select
          label={t('cover')}
          {...(data && { hint: t('coverHint', { safety: data.safetyDays }) })}
          options={covers.map((count) => ({ id: String(count), label: t('days', { count }) }))}
          value={String(cover)}
          onChange={(days) => choices.change(profile.id, { cover: Number(days) })}
        />
        <TextField
          label={t('remark')}
          value={draft.remark}
          onChange={(remark) => change({ remark })}
          maxLength={200}
        />
      </div>
      <div className="orders-goods">
        <ItemFinder onFind={add} />
        <GoodsTrouble trouble={trouble} />
        <FailureNote error={error} acts={<Retry onPress={() => inBackground(refetch())} />} />
        <FailureNote error={act.error} />
        {data && lines.length === 0 && <p>{t('none')}</p>}
        <ul className="orders-lines" aria-label={t('goods')}>
          {lines.map((line) => (
            <Line
              key={line.itemId}
              line={line}
              onChange={(quantity) => setQuantity(line.itemId, quantity)}
              onLeaveOut={() =>
                line.suggestion
                  ? setQuantity(line.itemId, null)
                  : change({ added: draft.added.filter(({ id }) => id !== line.itemId) })
              }
            />
          ))}
        </ul>
        {chosen && (chosen.items.length > linesAtMost || data?.whole === false) && (
          <p>{t('most', { count: lines.length })}</p>
        )}
        <div className="orders-sum">
          <b>
            {ordered.length > 0 && t('lines', { count: ordered.length })}
            {cost > 0 && `, ${t('about', { amount: money(cost) })}`}
          </b>
          {lines.length > 0 && <ExportButton list="toOrder" rows={lines} fields={toOrderFields()} />}
          <Button size={48} icon="activity" keyCap="F3" onPress={showAll}>
            {t('all')}
          </Button>
          <Button
            variant="primary"
            size={48}
            keyCap="F9"
            disabled={ordered.length === 0}
            pending={act.isPending}
            onPress={order}
          >
            {t('make')}
          </Button>
        </div>
      </div>
    </div>
  )
}

interface LineProps {
  line: DraftLine
  onChange: (quantity: number | null) => void
  onLeaveOut: () => void
}

function Line({ line, onChange, onLeaveOut }: LineProps) {
  const t = useWords(words)
  const { suggestion, quantityUnit, quantity } = line
  const name = itemName(line)
  const unit = unitSign(quantityUnit)
  const facts = [
    t('onHand', { quantity: `${shownQuantity(line.onHand)} ${unit}` }),
    suggestion &&
      suggestion.sold30 !== 0 &&
      t('sold', { week: shownQuantity(suggestion.sold7), month: shownQuantity(suggestion.sold30) }),
    suggestion && suggestion.ordered > 0 && t('onOrder', { quantity: shownQuantity(suggestion.ordered) }),
  ]
  const isOrdered = quantity !== null && quantity > 0
  return (
    <li className="orders-line" data-item={line.itemId}>
      <div className="orders-name">
        <b className="stock-line">{name}</b>
        <small className="stock-line">{facts.filter(Boolean).join(' · ')}</small>
      </div>
      <small>{isOrdered ? casesOf(line) : t('leftOut')}</small>
      <QuantityField
        label={t('quantity', { name })}
        labelHidden
        unit={unit}
        value={quantity}
        onChange={onChange}
      />
      <IconButton icon="trash" label={t('leaveOut', { name })} onPress={onLeaveOut} />
    </li>
  )
}
