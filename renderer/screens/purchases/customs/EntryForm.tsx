import { useState } from 'react'
import type { CustomsEntryShown } from '../../../../core/contract/customs.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { MoneyField, QuantityField } from '../../../components/fields/NumberFields.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { StateWord } from '../../../components/StateWord.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { ItemDialog } from '../../../window/ItemDialog.tsx'
import { useHere } from '../../../window/session.ts'
import { startItem } from '../../items/startItem.ts'
import type { OurItem } from '../kept.ts'
import type { Choice, Fault } from './kept.ts'
import { words } from './words.ts'

interface EntryFormProps {
  known: CustomsEntryShown
  choice: Choice
  remark: string
  fault: Fault | null
  onChange: (changes: {
    item?: OurItem
    units?: number | null
    unitCost?: number | null
    remark?: string
  }) => void
}

/** Which item the goods are, how many of it, and what one cost. */
export function EntryForm({ known, choice, remark, fault, onChange }: EntryFormProps) {
  const t = useWords(words)
  const { profile } = useHere()
  const [choosing, setChoosing] = useState(false)
  const { item, units, byInvoice } = choice
  const { entry, suggested } = known
  const name = entry.itemName
  const isItemWrong = fault === 'item' || fault === 'service'
  return (
    <div className="purchases-fields">
      <div className="purchases-entry-item" data-fault={isItemWrong || undefined}>
        <span className="field-label">{t('entry.item')}</span>
        {item ? <b className="purchases-line">{itemName(item)}</b> : <p>{t('entry.noItem')}</p>}
        {!item && suggested && (
          <Button wide onPress={() => onChange({ item: suggested })}>
            {t('entry.suggested', { name: itemName(suggested) })}
          </Button>
        )}
        <Button wide variant={item ? 'quiet' : 'normal'} icon="search" onPress={() => setChoosing(true)}>
          {t(item ? 'entry.change' : 'entry.choose')}
        </Button>
        {isItemWrong && <StateWord tone="bad">{t(`problem.${fault}`)}</StateWord>}
      </div>
      <QuantityField
        label={t('entry.units')}
        hint={
          item && choice.quantity !== null && units !== 100
            ? t('entry.becomes', {
                quantity: `${quantity(entry.quantity)} ${unitSign(entry.quantityUnit)}`,
                ours: `${quantity(choice.quantity)} ${unitSign(item.quantityUnit)}`,
              })
            : t('entry.unitsHint')
        }
        unit={t('entry.perUnit')}
        value={units}
        onChange={(units) => onChange({ units })}
        error={fault === 'units' ? t('problem.units') : undefined}
      />
      <MoneyField
        label={t('entry.unitCost')}
        hint={
          byInvoice === null ? t('entry.noInvoiceCost') : t('entry.byInvoice', { cost: money(byInvoice) })
        }
        value={choice.unitCost}
        onChange={(unitCost) => onChange({ unitCost })}
        error={fault === 'cost' ? t('problem.cost') : undefined}
      />
      <TextField
        label={t('entry.remark')}
        hint={t('entry.remarkHint')}
        value={remark}
        onChange={(remark) => onChange({ remark })}
        maxLength={200}
      />
      {choosing && (
        <ItemDialog
          name={name}
          onMake={() => startItem(profile.id, { name, barcode: null, taxType: null, itemClass: null })}
          onItem={(item) => {
            setChoosing(false)
            onChange({ item })
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
