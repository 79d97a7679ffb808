/** The words of a cause. Pure. */
import type { Cause } from '../../../../core/contract/queue.ts'
import { formatQuantity } from '../../../../core/fiscal/money.ts'
import type { Say } from '../explain.ts'

export const missingOf = ({ goods }: Cause) => goods.filter(({ missing }) => missing > 0)

/** The numbers of goods that the authority lacks. */
export const goodsValues = ({ name, has, needed, missing }: Cause['goods'][number]) => ({
  item: name,
  has: formatQuantity(has),
  needed: formatQuantity(needed),
  missing: formatQuantity(missing),
})

function stockTitle(cause: Cause, say: Say): string {
  const missing = missingOf(cause)
  const [only] = missing
  if (missing.length > 1) return say('causes.addStockMany', { count: missing.length })
  if (only) return say('causes.addStock', goodsValues(only))
  const { itemName: item } = cause
  const short = item === null ? say('remedy.addStockNoName') : say('remedy.addStock', { item })
  return cause.software === null && cause.goods.length > 0 ? say('causes.enoughStock') : short
}

/** What is wrong, in one or two sentences. */
export function causeTitle(cause: Cause, say: Say): string {
  const { kind, itemName: item, said } = cause
  switch (kind) {
    case 'addStock':
      return stockTitle(cause, say)
    case 'registerItem':
      return item === null ? say('causes.registerItemNoName') : say('causes.registerItem', { item })
    case 'fixItem':
      return item === null ? say('remedy.fixItemNoName') : say('remedy.fixItem', { item })
    case 'enterSignature':
      return say('why.unsigned')
    case 'setAside':
      return say('why.stuck')
    default:
      return say(`remedy.${kind}`, { item: item ?? '', text: said.text })
  }
}

/** The button that solves the cause for all its documents. */
export function solveLabel(cause: Cause, say: Say): string {
  const { act, count } = cause
  switch (act) {
    case 'addStock': {
      const [only, ...others] = missingOf(cause)
      if (!only || others.length > 0) return say('solve.addStockMany', { count })
      return say('solve.addStock', { count, quantity: formatQuantity(only.missing) })
    }
    case 'openItem':
      return say('correct.openItem')
    case 'enterSignature':
      return say('action.enterSignature')
    case 'setAside':
    case null:
      return say('action.details')
    default:
      return say(`solve.${act}`, { count })
  }
}
