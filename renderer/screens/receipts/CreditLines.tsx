import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { QuantityField } from '../../components/fields/NumberFields.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { CreditPad } from './CreditPad.tsx'
import { type Choice, type CreditLine, stepped } from './creditChoice.ts'
import { words } from './words.ts'

interface CreditLinesProps {
  lines: readonly CreditLine[]
  onChoose: (choice: Choice) => void
  /** F9, from wherever one is. */
  onConfirm: () => void
  /** F8. */
  onExchange: () => void
}

/** How much of each line comes back: typed, stepped, or touched on figures. */
export function CreditLines({ lines, onChoose, onConfirm, onExchange }: CreditLinesProps) {
  const t = useWords(words)
  const list = useRef<HTMLUListElement>(null)
  const [touched, setTouched] = useState<number | null>(null)
  const padded = lines.find(({ position }) => position === touched)
  const set = (position: number, quantity: number | null) =>
    onChoose(new Map([...lines.map((line) => [line.position, line.quantity] as const), [position, quantity]]))
  useKeys([
    { key: 'F8', label: t('credit.exchange'), run: onExchange },
    { key: 'F9', label: t('credit.confirmKey'), run: onConfirm },
  ])

  /** Enter moves to the next line: it must not refund money. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...(list.current?.querySelectorAll('input') ?? [])]
    fields[fields.indexOf(event.target) + 1]?.focus()
  }
  return (
    <section className="receipts-credit-lines" aria-label={t('credit.lines')}>
      <div className="receipts-credit-quick">
        <h3>{t('credit.lines')}</h3>
        <Button
          onPress={() => onChoose(new Map(lines.map(({ position, left }) => [position, left.quantity])))}
        >
          {t('credit.all')}
        </Button>
        <Button onPress={() => onChoose(new Map())}>{t('credit.none')}</Button>
      </div>
      <ul ref={list} aria-label={t('credit.lines')} onKeyDown={onKeyDown}>
        {lines.map((line) => (
          <Line
            key={line.position}
            line={line}
            onChange={(quantity) => set(line.position, quantity)}
            onTouch={() => setTouched(line.position)}
          />
        ))}
      </ul>
      {padded && (
        <CreditPad
          line={padded}
          onSet={(quantity) => {
            set(padded.position, quantity)
            setTouched(null)
          }}
          onClose={() => setTouched(null)}
        />
      )}
    </section>
  )
}

interface LineProps {
  line: CreditLine
  onChange: (quantity: number | null) => void
  onTouch: () => void
}

function Line({ line, onChange, onTouch }: LineProps) {
  const t = useWords(words)
  const { name, left, sold } = line
  const unit = unitSign(line.quantityUnit)
  const amounts = { left: quantity(left.quantity), sold: `${quantity(sold)} ${unit}` }

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
    if (by === null) return
    event.preventDefault()
    onChange(stepped(line, by))
  }
  /** A finger has no keys: it gets figures of its own. */
  function onClick({ nativeEvent }: MouseEvent) {
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') onTouch()
  }
  return (
    <li className="receipts-credit-line" data-nothing={line.quantity === 0 || undefined}>
      <div>
        <b className="receipts-credit-name">{name}</b>
        <small>{left.quantity === 0 ? t('credit.noneLeft', amounts) : t('credit.left', amounts)}</small>
      </div>
      {left.quantity > 0 && (
        <>
          <b className="receipts-credit-amount">{money(line.total)}</b>
          <div className="receipts-credit-stepper">
            <IconButton
              icon="minus"
              variant="normal"
              label={t('credit.less', { name })}
              disabled={line.quantity === 0}
              keyboard={false}
              onPress={() => onChange(stepped(line, -1))}
            />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the field in it has the focus and the words */}
            <div
              onKeyDown={onKeyDown}
              onClick={onClick}
              onFocus={({ target }: FocusEvent) => {
                if (target instanceof HTMLInputElement) target.select()
              }}
            >
              <QuantityField
                label={t('credit.quantity', { name })}
                labelHidden
                unit={unit}
                value={line.quantity}
                onChange={onChange}
                error={line.isFaulty ? t('credit.atMost', { quantity: quantity(left.quantity) }) : undefined}
              />
            </div>
            <IconButton
              icon="plus"
              variant="normal"
              label={t('credit.more', { name })}
              disabled={line.quantity !== null && line.quantity >= left.quantity}
              keyboard={false}
              onPress={() => onChange(stepped(line, 1))}
            />
          </div>
        </>
      )}
    </li>
  )
}
