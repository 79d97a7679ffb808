import { unitSign } from '../../../../core/fiscal/codes.ts'
import { MoneyField, QuantityField } from '../../../components/fields/NumberFields.tsx'
import { explain } from '../../../i18n/errors.ts'
import { useLanguage, useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { words } from '../words.ts'
import { type ShopKind, type StarterGood, starterGoods } from './starterGoods.ts'
import type { Starter } from './useStarter.ts'

/** The goods of a kind of shop, each with its price and stock still to be entered. */
export function StarterTable({ kind, starter }: { kind: ShopKind; starter: Starter }) {
  const t = useWords(words)
  return (
    <>
      <p>{t('goods.starter')}</p>
      <table className="starter">
        <thead>
          <tr>
            <th>{t('goods.name')}</th>
            <th className="starter-number">{t('goods.price')}</th>
            <th className="starter-number">{t('goods.stock')}</th>
          </tr>
        </thead>
        <tbody>
          {starterGoods(kind).map((good) => (
            <Good key={good.name} good={good} starter={starter} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Good({ good, starter }: { good: StarterGood; starter: Starter }) {
  const t = useWords(words)
  const isSwahili = useLanguage() === 'sw'
  const { name, secondName, category } = good
  const answer = starter.answerOf(name)
  const { price, stock } = answer
  const isWanted = price !== null
  const proposed = useCall(
    'reference.itemClasses',
    { text: good.words, propose: true, limit: 1 },
    { enabled: isWanted },
  ).data
  const failure = starter.failures[name]
  const shown = isSwahili ? secondName : name
  return (
    <tr>
      <th scope="row">
        {shown}
        <small>
          {category}
          {proposed && ` · ${proposed.classes[0]?.name ?? t('goods.noClass')}`}
        </small>
        {failure && <small className="starter-failure">{explain(failure)}</small>}
      </th>
      <td>
        <MoneyField
          label={t('goods.priceOf', { name: shown })}
          labelHidden
          value={price}
          onChange={(next) => starter.answer(name, { price: next, stock })}
        />
      </td>
      <td>
        <QuantityField
          label={t('goods.stockOf', { name: shown })}
          labelHidden
          unit={unitSign(good.unit)}
          value={stock}
          onChange={(next) => starter.answer(name, { price, stock: next })}
          error={isWanted && stock === null && starter.tried ? t('goods.noStock') : undefined}
        />
      </td>
    </tr>
  )
}
