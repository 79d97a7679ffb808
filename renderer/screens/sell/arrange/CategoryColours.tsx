import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Swatches } from '../../../components/Swatches.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { colourOfCategory } from '../sale/tileColour.ts'
import { words } from '../sale/words.ts'

/** A colour for each category; each choice is stored at once. */
export function CategoryColours() {
  const t = useWords(words)
  const { data, error } = useCall('item.grid', {})
  const save = useAct('item.categoryColour')
  if (!data) return <FailureNote error={error} />
  const { categories, colours } = data
  if (categories.length === 0) return <Empty title={t('arrange.noCategories')} />
  return (
    <>
      <FailureNote error={save.error} />
      <ul className="sell-arrange-colours">
        {categories.map((category) => (
          <li key={category} data-tile={colourOfCategory(category, colours)}>
            <b>{category}</b>
            <Swatches
              label={category}
              none={t('arrange.usual')}
              value={colours[category] ?? null}
              onChange={(colour) => save.mutate({ category, colour })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
