import { Select } from '../../../components/fields/Select.tsx'
import { useWords } from '../../../i18n/index.ts'
import { CategoryClasses, type ChosenClasses } from '../CategoryClasses.tsx'
import { ClassChoice } from '../ClassChoice.tsx'
import { words } from '../words.ts'
import type { Asked } from './importAsked.ts'

/** The answers. */
export interface Answers {
  /** There is none of any of the goods. */
  noStock: boolean
  classes: ChosenClasses
  /** The class of all whose category has none. */
  others: string | null
}

export const unanswered: Answers = { noStock: false, classes: {}, others: null }

/** The first question without an answer; null: there is nothing left to ask. */
export const missingAnswer = (
  { stock, categories }: Asked,
  { noStock, classes, others }: Answers,
): 'stock' | 'classes' | null => {
  if (stock && !noStock) return 'stock'
  return others !== null || categories.every(({ category }) => classes[category ?? '']) ? null : 'classes'
}

interface ImportQuestionsProps {
  asked: Asked
  answers: Answers
  onChange: (answers: Answers) => void
}

/** Asks for the facts about new items that the list lacks, before a sale would need them. */
export function ImportQuestions({ asked, answers, onChange }: ImportQuestionsProps) {
  const t = useWords(words)
  return (
    <>
      {asked.stock && (
        <Select
          className="items-import-stock"
          label={t('import.noStock')}
          hint={t('import.noStockHint')}
          placeholder={t('form.choose')}
          options={[{ id: 'none', label: t('import.noStockZero') }]}
          value={answers.noStock ? 'none' : null}
          onChange={() => onChange({ ...answers, noStock: true })}
        />
      )}
      {asked.categories.length > 0 && (
        <>
          <CategoryClasses
            asked={asked.categories}
            chosen={answers.classes}
            onChange={(classes) => onChange({ ...answers, classes })}
          />
          <ClassChoice
            label={t('import.classOfOthers')}
            hint={t('import.classOfOthersHint')}
            goods={asked.categories
              .map(({ category, names }) => `${category ?? ''} ${names[0] ?? ''}`)
              .join(' ')}
            value={answers.others}
            placeholder={t('import.classOfOthersNone')}
            onChange={(others) => onChange({ ...answers, others })}
          />
        </>
      )}
    </>
  )
}
