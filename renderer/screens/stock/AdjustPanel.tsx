import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Failure } from '../../../core/contract/errors.ts'
import type { Item } from '../../../core/contract/item.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { inBackground } from '../../bridge/background.ts'
import { quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { QuantityField } from '../../components/fields/NumberFields.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { SidePanel } from '../../components/SidePanel.tsx'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useKeys } from '../../input/keys.ts'
import { useScanner } from '../../input/scannerInput.ts'
import { playSound } from '../../input/sounds.ts'
import { useAct, useCall, useCaller } from '../../queries/calls.ts'
import { ItemFinder } from '../../window/ItemFinder.tsx'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import {
  type AdjustKind,
  type AdjustLine,
  type Adjustment,
  addItem,
  adjustInput,
  adjustKinds,
  afterwards,
  isFaulty,
} from './adjustment.ts'
import { keepAdjustment, keptAdjustment, useKeptAdjustment } from './keptAdjustment.ts'
import { words } from './words.ts'

interface AdjustPanelProps {
  /** The reason until a person chooses another. */
  kind: AdjustKind
  /** The first item; null: none yet. */
  itemId: number | null
  /** Document of the queue that sent somebody here. */
  from: string | undefined
  onClose: () => void
}

type Trouble = { kind: 'service'; name: string } | { kind: 'unknown'; code: string }

/** Opening stock, deliveries, losses and counts: several items in one go, each scan adds one. */
export function AdjustPanel({ kind: firstKind, itemId, from, onClose }: AdjustPanelProps) {
  const t = useWords(words)
  const { profile } = useHere()
  const empty: Adjustment = { kind: firstKind, lines: [], remark: '' }
  const adjustment = useKeptAdjustment(profile.id) ?? empty
  const { kind, lines, remark } = adjustment
  const list = useRef<HTMLUListElement>(null)
  /** The shelf is being asked for what was entered. */
  const entering = useRef<Promise<unknown>>(undefined)
  const saving = useRef(false)
  const [asked, setAsked] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const call = useCaller()
  const adjust = useAct('stock.adjust')
  const { data: first } = useCall('item.get', { id: itemId ?? 1 }, { enabled: itemId !== null })

  const change = (changes: (before: Adjustment) => Partial<Adjustment>) => {
    const before = keptAdjustment(profile.id) ?? empty
    keepAdjustment(profile.id, { ...before, ...changes(before) })
  }

  function add(item: Item, one: boolean) {
    if (item.onHand === null) {
      playSound('no')
      setTrouble({ kind: 'service', name: itemName(item) })
      return
    }
    setTrouble(null)
    const { id, name, secondName, quantityUnit, onHand } = item
    change((before) => ({
      lines: addItem(before.lines, { id, name, secondName, quantityUnit, onHand }, { one }),
    }))
    const line = keptAdjustment(profile.id)?.lines.find((line) => line.item.id === id)
    if (line) beginEntering(line.item, line.quantity)
  }

  /** Compares a count with the stock of this moment, so that later sales do not count as missing goods. */
  async function enter({ id }: AdjustLine['item'], quantity: number | null) {
    const changeLine = (made: (line: AdjustLine) => AdjustLine) =>
      change(({ lines }) => ({ lines: lines.map((line) => (line.item.id === id ? made(line) : line)) }))
    changeLine(({ item }) => ({ item, quantity }))
    const { movements } = await call('stock.movements', { itemId: id, limit: 1 })
    const shelf = { onHand: movements[0]?.onHandAfter ?? 0, lastMovement: movements[0]?.id ?? 0 }
    changeLine((line) => (line.quantity === quantity ? { quantity, item: { ...line.item, ...shelf } } : line))
  }

  function beginEntering(item: AdjustLine['item'], quantity: number | null) {
    const begun = enter(item, quantity).catch(() => undefined)
    entering.current = Promise.all([entering.current, begun])
  }

  /** Its quantity is typed next. */
  function addFound(item: Item) {
    flushSync(() => add(item, false))
    const quantity = list.current?.querySelector<HTMLInputElement>(`[data-item="${item.id}"] input`)
    quantity?.focus()
    quantity?.select()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the item is known
  useEffect(() => {
    if (first) add(first.item, false)
  }, [first?.item.id])

  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    if (found?.kind === 'item') {
      playSound('yes')
      add(found.item, true)
    } else if (found) {
      playSound('no')
      setTrouble({ kind: 'unknown', code })
    }
  }

  const isLarge = adjust.error?.failure.reason.startsWith('count.much') ?? false

  async function save(sure: boolean) {
    setAsked(lines.length > 0)
    await entering.current
    const entered = adjustInput(keptAdjustment(profile.id) ?? empty)
    if (!entered) return
    const input = { ...entered, ...(sure && { sure }) }
    // Runs only while this panel is open: a person who has left stays where they are. Clearing the entry prevents a second record.
    const onSuccess = () =>
      from ? navigate('queue', from === 'causes' ? {} : { document: from }) : onClose()
    const { movements } = await adjust.mutateAsync(input, {
      onSuccess,
      onError: ({ failure }) => countAgain(failure),
    })
    keepAdjustment(profile.id, null)
    notify({ tone: 'ok', text: movements === 0 ? t('doneNone') : t('done', { count: movements }) })
  }

  /** Somebody else's count came first: what was entered beside the old one is no answer any more. */
  function countAgain({ reason, field }: Failure) {
    const line = keptAdjustment(profile.id)?.lines[Number(/\[(\d+)\]/.exec(field ?? '')?.[1])]
    if (reason !== 'stock.corrected' || !line) return
    beginEntering(line.item, null)
    list.current?.querySelector<HTMLInputElement>(`[data-item="${line.item.id}"] input`)?.focus()
  }

  function trySave(sure = false) {
    // A second press while the first waits for the shelf would record everything twice.
    if (saving.current) return
    saving.current = true
    // The panel shows the failure of the act.
    save(sure)
      .catch(() => undefined)
      .finally(() => {
        saving.current = false
      })
  }

  function giveUp() {
    keepAdjustment(profile.id, null)
    setAsked(false)
    setTrouble(null)
    notify({
      tone: 'ok',
      text: t('form.givenUp'),
      acts: [{ label: t('form.bringBack'), run: () => keepAdjustment(profile.id, adjustment) }],
    })
  }

  useScanner((code) => inBackground(onScan(code)))
  useKeys([{ key: 'F9', label: t('form.title'), run: () => trySave() }])

  return (
    <SidePanel
      title={t('form.title')}
      onClose={onClose}
      acts={
        <Button
          variant="primary"
          size={48}
          keyCap="F9"
          disabled={lines.length === 0}
          pending={adjust.isPending}
          onPress={() => trySave()}
        >
          {t('form.save', { count: lines.length })}
        </Button>
      }
    >
      {from && (
        <Button icon="back" onPress={() => navigate('queue', from === 'causes' ? {} : { document: from })}>
          {t('form.backToQueue')}
        </Button>
      )}
      <Select
        label={t('form.kind')}
        hint={t(`kindText.${kind}`)}
        options={adjustKinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
        value={kind}
        onChange={(kind) => change(() => ({ kind }))}
      />
      <ItemFinder onFind={addFound} />
      {trouble?.kind === 'service' && <Note tone="bad" title={t('form.service', { name: trouble.name })} />}
      {trouble?.kind === 'unknown' && (
        <Note
          tone="bad"
          title={t('form.unknown', { code: trouble.code })}
          acts={
            <Button onPress={() => navigate('items', { create: trouble.code })}>{t('form.makeItem')}</Button>
          }
        />
      )}
      {lines.length === 0 && <p>{t('form.none')}</p>}
      <ul className="stock-lines" ref={list}>
        {lines.map((line) => (
          <Line
            key={line.item.id}
            line={line}
            kind={kind}
            asked={asked}
            onChange={(quantity) => {
              beginEntering(line.item, quantity)
            }}
            onRemove={() =>
              change(({ lines }) => ({ lines: lines.filter(({ item }) => item.id !== line.item.id) }))
            }
          />
        ))}
      </ul>
      {lines.length > 0 && (
        <Button variant="quiet" icon="trash" disabled={adjust.isPending} onPress={giveUp}>
          {t('form.giveUp')}
        </Button>
      )}
      <TextField
        label={t('form.remark')}
        hint={t('form.remarkHint')}
        value={remark}
        onChange={(remark) => change(() => ({ remark }))}
        maxLength={200}
      />
      <FailureNote
        error={adjust.error}
        acts={
          isLarge && (
            <Button variant="danger" onPress={() => trySave(true)}>
              {t('count.bookAnyway')}
            </Button>
          )
        }
      />
    </SidePanel>
  )
}

interface LineProps {
  line: AdjustLine
  kind: AdjustKind
  asked: boolean
  onChange: (quantity: number | null) => void
  onRemove: () => void
}

function Line({ line, kind, asked, onChange, onRemove }: LineProps) {
  const t = useWords(words)
  const { item } = line
  const after = afterwards(line, kind)
  const unit = unitSign(item.quantityUnit)
  return (
    <li className="stock-adjust" data-item={item.id}>
      <div>
        <b className="stock-lines-two">{itemName(item)}</b>
        <small>
          {t('form.now', { quantity: `${quantity(item.onHand)} ${unit}` })}
          {after !== null && `, ${t('form.becomes', { quantity: `${quantity(after)} ${unit}` })}`}
        </small>
      </div>
      <QuantityField
        label={t(kind === 'count' ? 'form.counted' : 'form.quantity', { name: itemName(item) })}
        labelHidden
        unit={unit}
        value={line.quantity}
        onChange={onChange}
        error={asked && isFaulty(line, kind) ? t('problem.quantity') : undefined}
      />
      <IconButton icon="trash" label={t('form.remove', { name: itemName(item) })} onPress={onRemove} />
    </li>
  )
}
