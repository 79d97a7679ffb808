/** A proforma of the open sale, and the sale that becomes of one. */
import type { InputOf, OutputOf } from '../../../../core/contract/index.ts'
import { money } from '../../../components/Amount.tsx'
import { notify } from '../../../components/notices.ts'
import { say } from '../../../i18n/index.ts'
import type { Call } from '../../../queries/calls.ts'
import { pdfActs } from '../../receipt/pdfActs.ts'
import { printPage, readPage } from '../../receipt/receiptPage.ts'
import { words as paperWords } from '../../receipt/words.ts'
import { toCart } from '../sale/cart.ts'
import type { SaleStore } from '../sale/saleStore.ts'
import { words } from '../sale/words.ts'
import { park } from './parking.ts'

/** Prints a proforma to where the settings say. */
export async function printProforma(
  call: Call,
  { id, number }: { id: number; number: string },
  wishes: Pick<InputOf<'proforma.print'>, 'target'> = {},
): Promise<void> {
  const { html, file, copy } = await call('proforma.print', { id, ...wishes })
  if (html !== null) printPage(readPage(html))
  if (file !== null) notify({ tone: 'ok', text: say(paperWords, 'pdf.made'), acts: pdfActs(call, file) })
  else
    notify({ tone: 'ok', text: say(words, copy === 0 ? 'proforma.printed' : 'proforma.copied', { number }) })
}

/** Stores a proforma of the open sale and prints it. The sale stays open. */
export async function makeProforma(call: Call, store: SaleStore, requestId: string): Promise<void> {
  const { proforma: _, ...cart } = toCart(store.get().sale)
  await printProforma(call, await call('proforma.make', { cart, requestId }))
}

/** Names what is not as on the paper. */
const differences = ({ changed, gone }: OutputOf<'proforma.take'>): string[] => [
  ...changed.map(({ name, was, now }) =>
    say(words, 'proforma.changed', { name, was: money(was), now: money(now) }),
  ),
  ...gone.map((name) => say(words, 'proforma.gone', { name })),
]

/** Makes a proforma the open sale. A present sale with lines is parked. Throws `CallFailed`. */
export async function takeProforma(
  call: Call,
  store: SaleStore,
  { id, number }: { id: number; number: string },
): Promise<void> {
  const taken = await call('proforma.take', { id })
  const { cart, items } = taken
  if (cart) {
    if (store.get().sale.lines.length > 0) await park(call, store)
    store.act({ type: 'resume', cart, items, requestId: crypto.randomUUID() })
  }
  const differing = differences(taken)
  if (differing.length > 0) notify({ tone: 'wait', text: [`${number}:`, ...differing].join(' ') })
}
