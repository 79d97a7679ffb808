import type { ReactNode } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useHere } from '../../window/session.ts'
import { useNarrow } from '../../window/useNarrow.ts'
import { marginOf } from './ItemCosts.tsx'
import { words } from './words.ts'

const tones: Record<Item['registration'], Tone> = { registered: 'ok', waiting: 'wait', refused: 'bad' }

type Row = OutputOf<'item.list'>['items'][number]

interface ItemsTableProps {
  rows: readonly Row[]
  total: number | undefined
  selected: number | null
  /** A panel is open beside it. */
  open: boolean
  loading: boolean
  failed?: boolean
  empty: ReactNode
  onOpen: (item: Row) => void
  onEnd: () => void
}

export function ItemsTable({ rows, total, open, ...table }: ItemsTableProps) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const { may } = useHere()
  const narrow = useNarrow()
  const name: Column<Row> = {
    id: 'name',
    header: t('columns.name'),
    width: 'minmax(0, 1fr)',
    cell: (item) => (
      <>
        <b className="items-line">{itemName(item)}</b>
        <small className="items-line">
          {[item.active ? null : t('inactive'), item.barcode ?? item.code, item.category]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </>
    ),
  }
  const price: Column<Row> = {
    id: 'price',
    header: t('columns.price'),
    width: '104px',
    align: 'right',
    cell: (item) => <b>{money(item.price)}</b>,
  }
  const onHand: Column<Row> = {
    id: 'onHand',
    header: t('columns.onHand'),
    width: '120px',
    align: 'right',
    cell: (item) => <OnHand item={item} />,
  }
  const margin: Column<Row> = {
    id: 'margin',
    header: t('columns.margin'),
    width: '104px',
    align: 'right',
    cell: ({ price, costs }) => {
      const percent = costs && marginOf(price, costs)
      return (
        percent !== null && (
          <>
            {`${percent} %`.replace('-', '−')}
            <small className="items-line">{t('costs.of', { cost: money(costs?.average ?? 0) })}</small>
          </>
        )
      )
    },
  }
  const tax: Column<Row> = {
    id: 'tax',
    header: t('columns.tax'),
    width: '132px',
    cell: ({ taxType }) => tCommon(`tax.${taxType}`),
  }
  const registration: Column<Row> = {
    id: 'registration',
    header: t('columns.state'),
    width: narrow ? '128px' : '150px',
    cell: (item) => (
      <StateWord tone={tones[item.registration]}>{t(`registration.${item.registration}`)}</StateWord>
    ),
  }
  const columns =
    narrow && open
      ? [name, price]
      : narrow
        ? [name, price, onHand, registration]
        : open
          ? [name, price, onHand, registration]
          : [name, price, ...(may('manager') ? [margin] : []), tax, onHand, registration]
  return (
    <VirtualTable
      label={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      {...(total === undefined ? {} : { total })}
      {...table}
    />
  )
}

function OnHand({ item }: { item: Item }) {
  const t = useWords(words)
  if (item.onHand === null) return <span className="items-service">{t('service')}</span>
  const low = item.lowStock !== null && item.onHand <= item.lowStock
  return (
    <>
      {quantity(item.onHand)} {unitSign(item.quantityUnit)}
      {low && (
        <small className="items-low">
          <span aria-hidden="true">◷</span> {t('low')}
        </small>
      )}
    </>
  )
}
