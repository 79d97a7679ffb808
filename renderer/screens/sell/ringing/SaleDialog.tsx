import { useState } from 'react'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { BuyerForm } from '../parts/BuyerForm.tsx'
import { SellDialog } from '../parts/SellDialog.tsx'
import { type Sale, selectedLine, takenOf } from '../sale/cart.ts'
import { beforeSaleDiscount, grossOf, type PricedSale } from '../sale/pricing.ts'
import type { SaleStore } from '../sale/saleStore.ts'
import { words } from '../sale/words.ts'
import { DiscountForm } from './DiscountForm.tsx'
import { ParkedList } from './ParkedList.tsx'
import { ParkForm } from './ParkForm.tsx'
import { PriceForm } from './PriceForm.tsx'
import { ProformaList } from './ProformaList.tsx'
import type { ParkedSale } from './parking.ts'
import { QuantityForm } from './QuantityForm.tsx'
import { ReceiveForm } from './ReceiveForm.tsx'
import type { TakingOff } from './takeOff.ts'
import '../parts/dialogs.css'

export type DialogName = 'quantity' | 'price' | 'discount' | 'buyer' | 'park' | 'parked' | 'receive'

interface SaleDialogProps {
  name: DialogName
  store: SaleStore
  sale: Sale
  priced: PricedSale
  onClose: () => void
  onScan: (code: string) => void
  onTake: (sale: ParkedSale, sure: boolean) => Promise<void>
  onPark: (label: string) => Promise<void>
  onTakeOff: (action: TakingOff) => void
  onProforma: () => void
}

/** A question over the sale. Closing it changes nothing. */
export function SaleDialog(props: SaleDialogProps) {
  const { name, store, sale, priced, onClose, onScan, onTake, onPark, onTakeOff, onProforma } = props
  const t = useWords(words)
  const line = selectedLine(sale)
  const shell = { onClose, onScan, size: 'small' } as const
  const done = (action: Parameters<SaleStore['act']>[0]) => {
    store.act(action)
    onClose()
  }
  switch (name) {
    case 'quantity':
      return (
        line && (
          <SellDialog {...shell} title={t('quantity.title')}>
            <QuantityForm
              line={line}
              onSet={(quantity) => {
                onTakeOff({ type: 'setQuantity', key: line.key, quantity })
                onClose()
              }}
            />
          </SellDialog>
        )
      )
    case 'price':
      return (
        line && (
          <SellDialog {...shell} title={t('price.title')}>
            <PriceForm
              line={line}
              onSet={(unitPrice) => done({ type: 'setPrice', key: line.key, unitPrice })}
            />
          </SellDialog>
        )
      )
    case 'discount':
      return (
        line && (
          <SellDialog {...shell} title={t('discount.title')}>
            <DiscountForm
              line={{ name: itemName(line.item), amount: grossOf(line), discount: line.discount }}
              sale={{
                name: t('discount.onSale'),
                amount: priced.ok ? beforeSaleDiscount(priced.cart) : 0,
                discount: sale.discount,
              }}
              onSet={(target, discount) =>
                done(
                  target === 'sale'
                    ? { type: 'discountSale', discount }
                    : { type: 'discountLine', key: line.key, discount },
                )
              }
            />
          </SellDialog>
        )
      )
    case 'receive':
      return (
        line && (
          <SellDialog {...shell} title={t('receive.title')}>
            <ReceiveForm line={line} taken={takenOf(sale.lines).get(line.item.id) ?? 0} onDone={onClose} />
          </SellDialog>
        )
      )
    case 'buyer':
      return (
        <SellDialog {...shell} size="normal" title={t('buyer.title')}>
          <BuyerForm buyer={sale.buyer} onSet={(buyer) => done({ type: 'setBuyer', buyer })} />
        </SellDialog>
      )
    case 'park':
      return (
        <SellDialog {...shell} size="normal" title={t('parked.park')}>
          <ParkForm onPark={onPark} onProforma={onProforma} />
        </SellDialog>
      )
    case 'parked':
      return (
        <SellDialog {...shell} size="normal" title={t('parked.title')}>
          <Waiting store={store} onTake={onTake} onClose={onClose} />
        </SellDialog>
      )
  }
}

/** What can become the open sale: a parked one, or a proforma. */
function Waiting({ store, onTake, onClose }: Pick<SaleDialogProps, 'store' | 'onTake' | 'onClose'>) {
  const t = useWords(words)
  const [shown, setShown] = useState<'parked' | 'proforma'>('parked')
  return (
    <>
      <Pills
        label={t('cart.parked')}
        value={shown}
        onChange={setShown}
        pills={[
          { id: 'parked', label: t('parked.title') },
          { id: 'proforma', label: t('proforma.title') },
        ]}
      />
      {shown === 'parked' ? (
        <ParkedList exchange={store.get().sale.lines.length > 0} onTake={onTake} />
      ) : (
        <ProformaList store={store} onDone={onClose} />
      )}
    </>
  )
}
