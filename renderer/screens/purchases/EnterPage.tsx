import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { taxpayerPinForm } from '../../../core/contract/bounds.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { multiply } from '../../../core/fiscal/money.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { MoneyField, QuantityField } from '../../components/fields/NumberFields.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { notify } from '../../components/notices.ts'
import { Page } from '../../components/Page.tsx'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useKeys } from '../../input/keys.ts'
import { useAct } from '../../queries/calls.ts'
import { GoodsTrouble } from '../../window/GoodsTrouble.tsx'
import { ItemFinder } from '../../window/ItemFinder.tsx'
import { requestOf } from '../../window/kept.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useEnteredGoods } from '../../window/useEnteredGoods.ts'
import { type EnteredLine, entries } from './kept.ts'
import { useOrdered } from './useOrdered.ts'
import { words } from './words.ts'

const back = () => navigate('purchases', { deliveries: 'all' })
const isQuantity = (quantity: number | null) => quantity !== null && quantity > 0
const isCost = (cost: number | null) => cost !== null && cost >= 0

/** Goods without an invoice at the authority: from a market, imported, or as they were ordered. */
export function EnterPage() {
  const t = useWords(words)
  const { profile } = useHere()
  const from = usePlace().params['order']
  const key = from === undefined ? profile.id : `${profile.id} ${from}`
  useOrdered(from === undefined ? null : Number(from), key)
  const entry = entries.use(key)
  const { kind, supplier, pin, lines, remark } = entry
  const form = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const act = useAct('delivery.enter')
  const change = (changes: Partial<typeof entry>) => entries.change(key, changes)
  const isPinWrong = pin.trim() !== '' && !taxpayerPinForm.test(pin.trim())
  const total = lines.reduce((sum, { quantity, cost }) => sum + multiply(cost ?? 0, quantity ?? 0), 0)

  const goods = useEnteredGoods<EnteredLine>({
    lines: () => entries.get(key).lines,
    store: (lines) => change({ lines }),
    make: (item) => ({ item, quantity: null, cost: null }),
    form,
  })

  function save() {
    if (act.isPending) return
    flushSync(() => setAsked(true))
    const faulty = form.current?.querySelector<HTMLElement>('[data-invalid] input')
    if (faulty || lines.length === 0) {
      faulty?.focus()
      return
    }
    const input = {
      kind,
      supplierName: supplier.trim(),
      ...(pin.trim() !== '' && { supplierPin: pin.trim() }),
      lines: lines.map(({ item, quantity, cost }) => ({
        itemId: item.id,
        quantity: quantity ?? 0,
        unitCost: cost ?? 0,
      })),
      ...(remark.trim() !== '' && { remark: remark.trim() }),
    }
    const request = requestOf({ ...input, profile: key })
    // Runs only while this page is open: a person who has left stays where they are.
    const onSuccess = ({ id }: { id: number }) =>
      from === undefined
        ? navigate('purchases', { delivery: String(id) })
        : navigate('stock', { order: from })
    act.mutateAsync({ ...input, requestId: request.id }, { onSuccess }).then(
      ({ number }) => {
        request.forget()
        entries.forget(key)
        notify({ tone: 'ok', text: t('delivery.done', { number }) })
      },
      // The page shows the failure of the act.
      () => undefined,
    )
  }

  useKeys([
    { key: 'Esc', run: back },
    { key: 'F9', label: t('enter.save'), run: save },
  ])
  return (
    <Page
      title={t('enter.title')}
      back={{ label: t('enter.back'), onPress: back }}
      acts={
        <>
          {lines.length > 0 && (
            <Button variant="quiet" icon="trash" onPress={() => change({ lines: [] })}>
              {t('enter.clear')}
            </Button>
          )}
          <Button
            variant="primary"
            keyCap="F9"
            disabled={lines.length === 0}
            pending={act.isPending}
            onPress={save}
          >
            {t('enter.save')}
          </Button>
        </>
      }
    >
      <div className="purchases-enter" ref={form}>
        <div className="purchases-fields">
          <TextField
            label={t('enter.supplier')}
            value={supplier}
            onChange={(supplier) => change({ supplier })}
            maxLength={60}
            error={asked && supplier.trim() === '' ? t('problem.supplier') : undefined}
          />
          <TextField
            label={t('enter.pin')}
            hint={t('enter.pinHint')}
            value={pin}
            onChange={(pin) => change({ pin: pin.toUpperCase() })}
            maxLength={11}
            error={asked && isPinWrong ? t('problem.pin') : undefined}
          />
          <Select
            label={t('enter.kind')}
            options={(['purchased', 'imported'] as const).map((id) => ({ id, label: t(`enter.${id}`) }))}
            value={kind}
            onChange={(kind) => change({ kind })}
          />
          <TextField
            label={t('invoice.remark')}
            value={remark}
            onChange={(remark) => change({ remark })}
            maxLength={200}
          />
        </div>
        <div className="purchases-goods">
          <ItemFinder onFind={goods.find} />
          <GoodsTrouble trouble={goods.trouble} />
          <FailureNote error={act.error} />
          {lines.length === 0 && <p>{t('enter.none')}</p>}
          <ul className="purchases-lines" aria-label={t('columns.lines')}>
            {lines.map(({ item, quantity, cost }) => (
              <li key={item.id} className="purchases-entered" data-item={item.id}>
                <b className="purchases-line">{itemName(item)}</b>
                <QuantityField
                  label={t('enter.quantity', { name: itemName(item) })}
                  labelHidden
                  unit={unitSign(item.quantityUnit)}
                  value={quantity}
                  onChange={(quantity) => goods.change(item.id, { quantity })}
                  error={asked && !isQuantity(quantity) ? t('problem.quantity') : undefined}
                />
                <MoneyField
                  label={t('enter.cost', { name: itemName(item) })}
                  labelHidden
                  placeholder={t('enter.costShort')}
                  value={cost}
                  onChange={(cost) => goods.change(item.id, { cost })}
                  error={asked && !isCost(cost) ? t('problem.cost') : undefined}
                />
                <IconButton
                  icon="trash"
                  label={t('enter.remove', { name: itemName(item) })}
                  onPress={() => goods.remove(item.id)}
                />
              </li>
            ))}
          </ul>
          {lines.length > 0 && <b>{t('enter.total', { amount: money(total) })}</b>}
        </div>
      </div>
    </Page>
  )
}
