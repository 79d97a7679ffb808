import { type CodeRow, type PaymentMethod, paymentCode } from './codes.ts'

/** What a shop may add a tender of. Cash and *on credit* exist once; *cash and credit* is two payments. */
export const ownKinds = ['mobileMoney', 'card', 'cheque', 'other'] as const satisfies readonly PaymentMethod[]

/** A way to pay, as the owner lists it. One that Kaunta ships has its method as id. */
export interface ShopTender {
  id: string
  method: (typeof ownKinds)[number] | 'cash' | 'credit'
  /** null: the shipped one, in the language of the screen. */
  name: string | null
  reference: 'required' | 'optional' | 'off'
  /** With a drawer attached, a payment opens it. */
  opensDrawer: boolean
  on: boolean
}

const shipped = (method: ShopTender['method'], reference: ShopTender['reference']): ShopTender => ({
  id: method,
  method,
  name: null,
  reference,
  opensDrawer: method === 'cash',
  on: true,
})

/** In the order of their use at a Kenyan counter. */
export const shippedTenders: ShopTender[] = [
  shipped('cash', 'off'),
  shipped('mobileMoney', 'optional'),
  shipped('card', 'optional'),
  shipped('credit', 'off'),
  shipped('cheque', 'optional'),
  shipped('other', 'optional'),
]

export const isShipped = ({ id, method }: Pick<ShopTender, 'id' | 'method'>): boolean => id === method

/** Returns the tender with this id; without one the shipped one of the method. */
export const tenderOf = (
  list: readonly ShopTender[],
  { method, tenderId }: { method: string; tenderId?: string | undefined },
): ShopTender | undefined => list.find(({ id }) => id === (tenderId ?? method))

/** Only M-PESA has codes of ten letters and digits that pay once. A shop's own mobile money has other references. */
export const isMpesa = (method: string, tenderId: string | null | undefined): boolean =>
  method === 'mobileMoney' && (tenderId ?? null) === null

/**
 * Returns the tenders that are on and that the authority's table of class 07 has. Its codes differ between sandbox and
 * production, so their names distinguish them. A missing one would be booked as OTHER.
 */
export const offeredTenders = (list: readonly ShopTender[], table: readonly CodeRow[]): ShopTender[] =>
  list.filter(
    ({ method, on }) =>
      on && (method === 'other' || paymentCode(method, table) !== paymentCode('other', table)),
  )
