import { useState } from 'react'
import type { Discount } from '../../../../core/contract/sale.ts'
import { parseMoney, parseQuantity, scale } from '../../../../core/fiscal/money.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { NumberPad } from '../../../components/fields/NumberPad.tsx'
import { padText } from '../../../components/fields/numberPad.ts'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import { EnterArea } from '../parts/EnterArea.tsx'
import { Entry } from '../parts/Entry.tsx'
import { words } from '../sale/words.ts'

interface DiscountTarget {
  name: string
  /** Cents that the discount is taken from. */
  amount: number
  discount: Discount | undefined
}

interface DiscountFormProps {
  line: DiscountTarget
  sale: DiscountTarget
  onSet: (target: 'line' | 'sale', discount: Discount | null) => void
}

const usual = [500, 1000, 1500, 2000]
const whole = 10_000

/** Percent or shillings off a line or off the whole sale. */
export function DiscountForm({ line, sale, onSet }: DiscountFormProps) {
  const t = useWords(words)
  const [target, setTarget] = useState<'line' | 'sale'>('line')
  const [kind, setKind] = useState<Discount['kind']>('percent')
  const [text, setText] = useState('')
  const { amount, discount: present } = target === 'line' ? line : sale

  const size = kind === 'percent' ? parseQuantity(text) : parseMoney(text)
  const most = kind === 'percent' ? whole : amount
  const fits = size !== null && size > 0 && size <= most
  const off = !fits ? 0 : kind === 'percent' ? scale(amount, size, whole) : size
  const invalid =
    kind === 'percent' ? t('discount.invalidPercent') : t('discount.invalidAmount', { amount: money(amount) })

  function set() {
    if (!fits) return
    onSet(target, kind === 'percent' ? { kind, basisPoints: size } : { kind, cents: size })
  }

  return (
    <EnterArea className="sell-form" label={t('cart.discount')} onEnter={set}>
      <Pills
        className="sell-choice"
        label={t('discount.on')}
        value={target}
        onChange={setTarget}
        pills={[
          { id: 'line', label: t('discount.onLine') },
          { id: 'sale', label: t('discount.onSale') },
        ]}
      />
      <Pills
        className="sell-choice"
        label={t('discount.kind')}
        value={kind}
        onChange={(next) => {
          setKind(next)
          setText('')
        }}
        pills={[
          { id: 'percent', label: t('discount.percent') },
          { id: 'amount', label: t('discount.amount') },
        ]}
      />
      <Entry
        label={target === 'line' ? line.name : sale.name}
        text={text}
        instead={present ? discountText(present) : '0'}
        {...(kind === 'percent' ? { after: '%' } : { before: t('discount.amount') })}
        problem={text !== '' && !fits ? invalid : null}
      >
        {money(amount)}
        {off > 0 && ` − ${money(off)} = ${money(amount - off)}`}
      </Entry>
      <div className="sell-figures">
        {kind === 'percent' && (
          <div className="sell-usual">
            {usual.map((basisPoints) => (
              <Button key={basisPoints} size={48} onPress={() => setText(quantity(basisPoints))}>
                {`${quantity(basisPoints)} %`}
              </Button>
            ))}
          </div>
        )}
        <NumberPad onKey={(key) => setText((text) => padText(text, key))} />
      </div>
      <div className="sell-form-acts">
        {present && (
          <Button size={56} onPress={() => onSet(target, null)}>
            {t('discount.remove')}
          </Button>
        )}
        <Button variant="primary" size={56} wide keyCap="Enter" disabled={!fits} onPress={set}>
          {t('discount.set', { discount: money(off) })}
        </Button>
      </div>
    </EnterArea>
  )
}

const discountText = (discount: Discount) =>
  discount.kind === 'percent' ? quantity(discount.basisPoints) : money(discount.cents)
