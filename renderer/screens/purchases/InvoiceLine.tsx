import { useState } from 'react'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { money, quantity } from '../../components/Amount.tsx'
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

interface InvoiceLineProps {
  line: CountedLine
  /** Still to be delivered. */
  isOpen: boolean
  fault: Fault | null
  onItem: (item: OurItem) => void
  onUnits: (units: number | null) => void
  onCounted: (counted: number | null) => void
}

/** A line of an invoice: what the supplier calls it, which item it is, and what came. */
export function InvoiceLine({ line: counted, isOpen, fault, onItem, onUnits, onCounted }: InvoiceLineProps) {
  const t = useWords(words)
  const { profile } = useHere()
  const [choosing, setChoosing] = useState(false)
  const { at, line, item, units, expected } = counted
  const name = line.supplierItemName
  const isService = item !== null && item.onHand === null
  const sign = item ? unitSign(item.quantityUnit) : ''
  const invoiced = quantity(line.quantity)
  return (
    <li className="purchases-row" data-line={at}>
      <div className="purchases-name">
        <b className="purchases-line">{name}</b>
        <small className="purchases-line">
          {units === 100 || expected === null || isService
            ? t('invoice.invoiced', { quantity: invoiced })
            : t('invoice.becomes', { quantity: invoiced, ours: `${quantity(expected)} ${sign}` })}
          {line.total !== null && ` · ${money(line.total)}`}
        </small>
      </div>
      <div className="purchases-name" data-field="item">
        {item && <b className="purchases-line">{itemName(item)}</b>}
        {isOpen ? (
          <Button
            variant={item ? 'quiet' : 'normal'}
            icon="search"
            label={`${t(item ? 'invoice.change' : 'invoice.choose')}: ${name}`}
            onPress={() => setChoosing(true)}
          >
            {t(item ? 'invoice.change' : 'invoice.choose')}
          </Button>
        ) : (
          !item && <small>{t('invoice.notLinked')}</small>
        )}
        {fault === 'item' && <StateWord tone="bad">{t('problem.item')}</StateWord>}
      </div>
      {isOpen && (
        <>
          <div data-field="units">
            <QuantityField
              label={t('invoice.units', { name })}
              labelHidden
              unit={t('invoice.unitsShort')}
              value={units}
              onChange={onUnits}
              error={fault === 'units' ? t('problem.units') : undefined}
            />
          </div>
          <div data-field="counted">
            {isService ? (
              <small>{t('invoice.service')}</small>
            ) : (
              <QuantityField
                label={t('invoice.counted', { name })}
                labelHidden
                unit={sign}
                value={counted.counted}
                onChange={onCounted}
                error={fault === 'counted' ? t('problem.counted') : undefined}
              />
            )}
          </div>
          <div className="purchases-difference">
            {counted.counted === null ? (
              <small>{t('invoice.notCounted')}</small>
            ) : (
              !isService && (
                <Difference expected={expected} received={counted.counted} unit={item?.quantityUnit ?? 'U'} />
              )
            )}
          </div>
        </>
      )}
      {choosing && (
        <ItemDialog
          name={name}
          onMake={() =>
            startItem(profile.id, {
              name,
              barcode: line.barcode,
              taxType: line.taxType,
              itemClass: line.itemClass,
            })
          }
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
