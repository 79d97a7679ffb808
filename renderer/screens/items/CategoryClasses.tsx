import { useState } from 'react'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { useWords } from '../../i18n/index.ts'
import { CallFailed, useCaller } from '../../queries/calls.ts'
import { ClassChoice, longestGoods } from './ClassChoice.tsx'
import { words } from './words.ts'

/** Goods of one category whose class is asked for, or one item of no category. */
export interface AskedCategory {
  /** null: of none. */
  category: string | null
  itemId?: number | null
  count: number
  /** The names of a few of its items. */
  names: readonly string[]
}

/** Classes by {@link keyOf}. */
export type ChosenClasses = Readonly<Record<string, string>>

/** The category; '' is none. No category has a line break in its name. */
export const keyOf = ({ category, itemId }: Pick<AskedCategory, 'category' | 'itemId'>): string =>
  itemId == null ? (category ?? '') : `\n${itemId}`

/** More than anybody goes through at once. */
export const mostCategories = 100

const goodsOf = ({ category, names }: AskedCategory): string => [category ?? '', ...names].join(' ')

interface CategoryClassesProps {
  asked: readonly AskedCategory[]
  chosen: ChosenClasses
  onChange: (chosen: ChosenClasses) => void
}

/** Asks for the class of each category, proposed by what its goods are called. */
export function CategoryClasses({ asked, chosen, onChange }: CategoryClassesProps) {
  const t = useWords(words)
  const call = useCaller()
  const [error, setError] = useState<CallFailed | null>(null)
  const shown = asked.slice(0, mostCategories)
  const open = shown.filter((each) => !chosen[keyOf(each)])

  async function takeProposals() {
    const taken: Record<string, string> = {}
    try {
      for (const each of open) {
        const text = goodsOf(each).slice(0, longestGoods)
        const { classes } = await call('reference.itemClasses', { text, propose: true, limit: 1 })
        if (classes[0]) taken[keyOf(each)] = classes[0].code
      }
    } catch (failed) {
      if (!(failed instanceof CallFailed)) throw failed
      setError(failed)
    }
    onChange({ ...chosen, ...taken })
  }

  return (
    <section className="items-asked" aria-label={t('classes.title')}>
      <h3>{t('classes.title')}</h3>
      <p>{t('classes.text')}</p>
      <FailureNote error={error} />
      <ul>
        {shown.map((each) => {
          const isItem = each.itemId != null
          const name = (isItem ? each.names[0] : each.category) ?? t('classes.noCategory')
          return (
            <li key={keyOf(each)}>
              <div>
                <b>{name}</b>
                <small className="items-line">
                  {isItem
                    ? t('classes.noCategory')
                    : `${t('classes.of', { count: each.count })}: ${each.names.join(', ')}`}
                </small>
              </div>
              <ClassChoice
                label={t('classes.label', { category: name })}
                labelHidden
                goods={goodsOf(each)}
                value={chosen[keyOf(each)] ?? null}
                placeholder={t('form.choose')}
                onChange={(code) => onChange({ ...chosen, [keyOf(each)]: code })}
              />
            </li>
          )
        })}
      </ul>
      {open.length > 0 && (
        <Button onPress={() => inBackground(takeProposals())}>{t('classes.takeProposals')}</Button>
      )}
    </section>
  )
}
