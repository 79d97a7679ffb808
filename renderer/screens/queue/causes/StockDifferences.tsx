import { unitSign } from '../../../../core/fiscal/codes.ts'
import { quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useCall } from '../../../queries/calls.ts'
import { navigate } from '../../../window/navigation.ts'
import { words } from '../words.ts'

/** Differences of many items fill no page. */
const mostShown = 5

/** Items of which the authority has more or less than we, though nothing waits: a person settles them on the item's card. */
export function StockDifferences() {
  const t = useWords(words)
  const { data } = useCall('stock.levels', { filter: 'waiting', limit: 50 })
  const differing = data?.levels.filter(({ waiting }) => waiting === 0) ?? []
  const notes = differing.slice(0, mostShown).map((level) => {
    const { itemId, onHand, atAuthority, quantityUnit } = level
    if (atAuthority === null) return null
    const unit = unitSign(quantityUnit)
    return (
      <Note
        key={itemId}
        tone="wait"
        title={t('stockDiffers', { name: itemName(level) })}
        acts={
          <Button onPress={() => navigate('stock', { movements: String(itemId) })}>{t('lookAtStock')}</Button>
        }
      >
        {t('stockDiffersText', {
          ours: `${quantity(onHand)} ${unit}`,
          theirs: `${quantity(atAuthority)} ${unit}`,
        })}
      </Note>
    )
  })
  return (
    <>
      {notes}
      {differing.length > mostShown && (
        <Note
          tone="wait"
          title={t('stockDiffersMore')}
          acts={
            <Button onPress={() => navigate('stock', { filter: 'waiting' })}>{t('stockDiffersAll')}</Button>
          }
        />
      )}
    </>
  )
}
