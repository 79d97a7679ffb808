import { useState } from 'react'
import type { Item } from '../../../../core/contract/item.ts'
import { multiply } from '../../../../core/fiscal/money.ts'
import { taxTypes } from '../../../../core/fiscal/tax.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { MoneyField, QuantityField } from '../../../components/fields/NumberFields.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useAct } from '../../../queries/calls.ts'
import { ClassChoice } from '../../items/ClassChoice.tsx'
import { useTaxProposal } from '../../items/useTaxProposal.ts'
import { words as itemWords } from '../../items/words.ts'
import { words } from '../sale/words.ts'

const types = ['2', '3'] as const

interface OtherItemDialogProps {
  /** What was searched for and not found. */
  searched: string
  onMade: (item: Item, quantity: number) => void
  onClose: () => void
}

/** Makes an item that the list lacks, and adds it to the sale. */
export function OtherItemDialog({ searched, onMade, onClose }: OtherItemDialogProps) {
  const t = useWords(words)
  const tItem = useWords(itemWords)
  const tc = useWords(common)
  const act = useAct('item.other')
  const [name, setName] = useState(searched)
  const [price, setPrice] = useState<number | null>(null)
  const [quantity, setQuantity] = useState<number | null>(100)
  const [type, setType] = useState<(typeof types)[number]>('2')
  const [itemClass, setItemClass] = useState<string | null>(null)
  const [chosenTax, setChosenTax] = useState<Item['taxType'] | null>(null)
  const [requestId] = useState(() => crypto.randomUUID())
  const [asked, setAsked] = useState(false)
  const proposal = useTaxProposal(itemClass)
  const taxType = chosenTax ?? proposal?.taxType ?? null
  const hasName = name.trim() !== ''
  const hasPrice = price !== null && price > 0
  const hasQuantity = quantity !== null && quantity > 0
  const missing = (has: boolean) => (asked && !has ? t('other.needed') : undefined)

  function make() {
    setAsked(true)
    if (!hasName || !hasPrice || !hasQuantity || taxType === null || itemClass === null || act.isPending)
      return
    act.mutate(
      { name: name.trim(), price, quantity, type, taxType, itemClass, requestId },
      { onSuccess: (item) => onMade(item, quantity) },
    )
  }
  return (
    <Dialog
      title={t('other.title')}
      size="large"
      onClose={onClose}
      acts={
        <Button variant="primary" size={48} keyCap="F9" pending={act.isPending} onPress={make}>
          {t('other.make', { total: money(multiply(price ?? 0, quantity ?? 0)) })}
        </Button>
      }
    >
      <MakeKey label={t('other.title')} run={make} />
      <div className="sell-form">
        <FailureNote error={act.error} />
        <p>{t('other.text')}</p>
        <div className="sell-other">
          <TextField
            label={tItem('form.name')}
            value={name}
            onChange={setName}
            error={missing(hasName)}
            maxLength={100}
            autoFocus
          />
          <Pills
            label={tItem('form.type')}
            value={type}
            onChange={setType}
            pills={types.map((id) => ({ id, label: tItem(`type.${id}`) }))}
          />
          <MoneyField
            label={tItem('form.price')}
            value={price}
            onChange={setPrice}
            error={missing(hasPrice)}
          />
          <QuantityField
            label={t('cart.quantity')}
            value={quantity}
            onChange={setQuantity}
            error={missing(hasQuantity)}
          />
          <ClassChoice
            label={tItem('form.itemClass')}
            error={missing(itemClass !== null)}
            goods={name}
            value={itemClass}
            placeholder={tItem('form.choose')}
            onChange={setItemClass}
          />
          <Select
            label={tItem('form.tax')}
            placeholder={tItem('form.choose')}
            options={taxTypes.map((id) => ({ id, label: tc(`tax.${id}`) }))}
            value={taxType}
            onChange={setChosenTax}
            error={missing(taxType !== null)}
            {...(chosenTax === null && proposal && { hint: proposal.why })}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** Inside the dialog, so that the key belongs to it. */
function MakeKey({ label, run }: { label: string; run: () => void }) {
  useKeys([{ key: 'F9', label, run }])
  return null
}
