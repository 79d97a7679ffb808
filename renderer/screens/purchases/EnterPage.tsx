import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { taxpayerPinForm } from '../../../core/contract/bounds.ts'
import type { Item } from '../../../core/contract/item.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { multiply } from '../../../core/fiscal/money.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { MoneyField, QuantityField } from '../../components/fields/NumberFields.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { Page } from '../../components/Page.tsx'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useKeys } from '../../input/keys.ts'
import { useScanner } from '../../input/scannerInput.ts'
import { playSound } from '../../input/sounds.ts'
import { useAct, useCaller } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { ItemFinder } from '../stock/ItemFinder.tsx'
import { type EnteredLine, entries, requestOf } from './kept.ts'
import { words } from './words.ts'

const back = () => navigate('purchases', { deliveries: 'all' })
const isQuantity = (quantity: number | null) => quantity !== null && quantity > 0
const isCost = (cost: number | null) => cost !== null && cost >= 0

/** Goods without an invoice at the authority: from a market, or imported. */
export function EnterPage() {
  const t = useWords(words)
  const { profile } = useHere()
  const key = profile.id
  const entry = entries.use(key)
  const { kind, supplier, pin, lines, remark } = entry
  const form = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const [service, setService] = useState<string | null>(null)
  const call = useCaller()
  const act = useAct('delivery.enter')
  const change = (changes: Partial<typeof entry>) => entries.change(key, changes)
  const isPinWrong = pin.trim() !== '' && !taxpayerPinForm.test(pin.trim())
  const total = lines.reduce((sum, { quantity, cost }) => sum + multiply(cost ?? 0, quantity ?? 0), 0)

  function add(item: Item, quantity: number | null) {
    setService(item.onHand === null ? itemName(item) : null)
    playSound(item.onHand === null ? 'no' : 'yes')
    if (item.onHand === null) return
    const now = entries.get(key).lines
    const known = now.find((line) => line.item.id === item.id)
    if (!known) change({ lines: [...now, { item, quantity, cost: null }] })
    else if (quantity !== null) changeLine(item.id, { quantity: (known.quantity ?? 0) + quantity })
  }
  const changeLine = (id: number, changes: Partial<EnteredLine>) =>
    change({
      lines: entries.get(key).lines.map((line) => (line.item.id === id ? { ...line, ...changes } : line)),
    })

  /** Its quantity is typed next. */
  function addFound(item: Item) {
    flushSync(() => add(item, null))
    form.current?.querySelector<HTMLInputElement>(`[data-item="${item.id}"] input`)?.focus()
  }
  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    if (found?.kind === 'item') add(found.item, found.quantity ?? 100)
    else playSound('no')
  }

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
    const onSuccess = ({ id }: { id: number }) => navigate('purchases', { delivery: String(id) })
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

  useScanner((code) => inBackground(onScan(code)))
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
          <ItemFinder onFind={addFound} />
          {service !== null && <Note tone="bad" title={t('enter.service', { name: service })} />}
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
                  onChange={(quantity) => changeLine(item.id, { quantity })}
                  error={asked && !isQuantity(quantity) ? t('problem.quantity') : undefined}
                />
                <MoneyField
                  label={t('enter.cost', { name: itemName(item) })}
                  labelHidden
                  placeholder={t('enter.costShort')}
                  value={cost}
                  onChange={(cost) => changeLine(item.id, { cost })}
                  error={asked && !isCost(cost) ? t('problem.cost') : undefined}
                />
                <IconButton
                  icon="trash"
                  label={t('enter.remove', { name: itemName(item) })}
                  onPress={() => change({ lines: lines.filter((line) => line.item.id !== item.id) })}
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
