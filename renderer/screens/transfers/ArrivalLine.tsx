import { useState } from 'react'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Difference } from '../../components/Difference.tsx'
import { QuantityField } from '../../components/fields/NumberFields.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { ItemDialog } from '../../window/ItemDialog.tsx'
import { useHere } from '../../window/session.ts'
import { startItem } from '../items/startItem.ts'
import type { CountedLine, Fault, OurItem } from './kept.ts'
import { words } from './words.ts'

interface ArrivalLineProps {
  line: CountedLine
  /** Still to be taken in. */
  isOpen: boolean
  fault: Fault | null
  onItem: (item: OurItem) => void
  onCounted: (counted: number | null) => void
}

/** A line of an arrival: what the sender calls it, which item it is, and what came. */
export function ArrivalLine({ line: counted, isOpen, fault, onItem, onCounted }: ArrivalLineProps) {
  const t = useWords(words)
  const { profile } = useHere()
  const [choosing, setChoosing] = useState(false)
  const { line, item } = counted
  const { name, barcode, taxType, itemClass } = line
  const unit = unitSign(item?.quantityUnit ?? line.unit)
  return (
    <li className="transfers-row" data-line={line.code}>
      <div className="transfers-name">
        <b className="transfers-line">{name}</b>
        <small className="transfers-line">
          {t('arrival.sent', { quantity: `${quantity(line.quantity)} ${unit}` })}
        </small>
      </div>
      <div className="transfers-name" data-field="item">
        {item && <b className="transfers-line">{itemName(item)}</b>}
        {isOpen ? (
          <Button
            variant={item ? 'quiet' : 'normal'}
            icon="search"
            label={`${t(item ? 'arrival.change' : 'arrival.choose')}: ${name}`}
            onPress={() => setChoosing(true)}
          >
            {t(item ? 'arrival.change' : 'arrival.choose')}
          </Button>
        ) : (
          !item && <small>{t('arrival.notChosen')}</small>
        )}
        {fault === 'item' && <StateWord tone="bad">{t('problem.item')}</StateWord>}
      </div>
      {isOpen && (
        <>
          <div data-field="counted">
            <QuantityField
              label={t('arrival.counted', { name })}
              labelHidden
              unit={unit}
              value={counted.counted}
              onChange={onCounted}
              error={fault === 'counted' ? t('problem.counted') : undefined}
            />
          </div>
          <div className="transfers-difference">
            {counted.counted === null ? (
              <small>{t('arrival.notCounted')}</small>
            ) : (
              <Difference
                expected={line.quantity}
                received={counted.counted}
                unit={item?.quantityUnit ?? line.unit}
              />
            )}
          </div>
        </>
      )}
      {choosing && (
        <ItemDialog
          name={name}
          onMake={() => startItem(profile.id, { name, barcode, taxType, itemClass })}
          onItem={(chosen) => {
            setChoosing(false)
            onItem(chosen)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </li>
  )
}
