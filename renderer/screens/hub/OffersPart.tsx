import type { Offers } from '../../../core/contract/hub/offers.ts'
import { formatQuantity } from '../../../core/fiscal/money.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { LetterRow } from './LetterRow.tsx'
import { byLine, fieldName, offerValue, thingName } from './offerValue.ts'
import { useFresh } from './useFresh.ts'
import { words } from './words.ts'

/** Changes that met a later one, things that may be one, and tax letters that wait for tills. */
export function OffersPart({ isOwner }: { isOwner: boolean }) {
  const t = useWords(words)
  const { data, error } = useFresh(useCall('hub.offers', {}), 10_000)
  const { offers = [], twins = [], letters = [] } = data ?? {}
  return (
    <section className="hub-part" aria-labelledby="hub-offers">
      <h3 id="hub-offers">{t('offers.title')}</h3>
      <FailureNote error={error} />
      {data && offers.length + twins.length + letters.length === 0 && (
        <p className="hub-soft">{t('offers.nothing')}</p>
      )}
      <ul className="hub-rows" aria-labelledby="hub-offers">
        {offers.map((offer) => (
          <OfferRow key={offer.uid} offer={offer} />
        ))}
        {twins.map((pair) => (
          <TwinRow key={pair.things.map(({ uid }) => uid).join()} pair={pair} />
        ))}
        {letters.map((letter) => (
          <LetterRow key={letter.id} letter={letter} isOwner={isOwner} />
        ))}
      </ul>
    </section>
  )
}

function OfferRow({ offer }: { offer: Offers['offers'][number] }) {
  const t = useWords(words)
  const answer = useAct('hub.answerOffer')
  const { uid, kind, fields, wishedBy } = offer
  const name = thingName(offer)
  const give = (take: boolean) => {
    const seen = Object.fromEntries(fields.map(({ field, version }) => [field, version]))
    const done = () => notify({ tone: 'ok', text: t(take ? 'offers.taken' : 'offers.left', { name }) })
    if (!answer.isPending) answer.mutate({ uid, take, seen }, { onSuccess: done })
  }
  return (
    <li>
      <div className="hub-row-head">
        <b>{name}</b>
        <span className="hub-soft">{t(`offers.kind.${kind}`)}</span>
      </div>
      {fields.map(({ field, inForce, inForceBy, wished }) => (
        <dl key={field} className="hub-beside" aria-label={fieldName(field)}>
          <div>
            <dt>{t('offers.inForce', { field: fieldName(field) })}</dt>
            <dd>{offerValue(kind, field, inForce)}</dd>
            <dd className="hub-soft">{byLine(inForceBy)}</dd>
          </div>
          <div>
            <dt>{t('offers.wished')}</dt>
            <dd>{offerValue(kind, field, wished)}</dd>
            <dd className="hub-soft">{byLine(wishedBy)}</dd>
          </div>
        </dl>
      ))}
      <FailureNote error={answer.error} />
      <div className="hub-acts">
        <Button
          variant="primary"
          pending={answer.isPending}
          label={`${t('offers.take')}: ${name}`}
          onPress={() => give(true)}
        >
          {t('offers.take')}
        </Button>
        <Button
          pending={answer.isPending}
          label={`${t('offers.leave')}: ${name}`}
          onPress={() => give(false)}
        >
          {t('offers.leave')}
        </Button>
      </div>
    </li>
  )
}

type Pair = Offers['twins'][number]

function TwinRow({ pair }: { pair: Pair }) {
  const t = useWords(words)
  const answer = useAct('hub.answerTwins')
  const { kind, reason, things } = pair
  const [one, other] = things
  const give = (keep: Pair['things'][number] | null) => {
    const done = () =>
      notify({
        tone: 'ok',
        text: keep ? t('twins.merged', { name: keep.name }) : t('twins.differ'),
      })
    const said = { one: one.uid, other: other.uid, keep: keep?.uid ?? null }
    if (!answer.isPending) answer.mutate(said, { onSuccess: done })
  }
  const about = ({ barcode, pin, phone, price, onHand }: Pair['things'][number]) =>
    [
      barcode,
      pin,
      phone,
      price === null ? null : money(price),
      onHand === null ? null : t('twins.onHand', { quantity: formatQuantity(onHand) }),
    ].filter((part) => part !== null)
  return (
    <li>
      <div className="hub-row-head">
        <b>{t(`twins.reason.${reason}`)}</b>
        <span className="hub-soft">{t(`offers.kind.${kind}`)}</span>
      </div>
      <dl className="hub-beside">
        {things.map((thing) => (
          <div key={thing.uid}>
            <dt>{thing.name}</dt>
            {about(thing).map((part) => (
              <dd key={part}>{part}</dd>
            ))}
            <dd className="hub-soft">{byLine(thing.madeBy)}</dd>
          </div>
        ))}
      </dl>
      <p className="hub-soft">
        {t(kind === 'item' || kind === 'person' ? `twins.${kind}Text` : 'twins.customerText')}
      </p>
      <FailureNote error={answer.error} />
      <div className="hub-acts">
        {things.map((thing, index) => (
          <Button key={thing.uid} pending={answer.isPending} onPress={() => give(thing)}>
            {t(index === 0 ? 'twins.keepFirst' : 'twins.keepSecond')}
          </Button>
        ))}
        <Button pending={answer.isPending} onPress={() => give(null)}>
          {t('twins.different')}
        </Button>
      </div>
    </li>
  )
}
