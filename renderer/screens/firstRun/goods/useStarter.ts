import { useState } from 'react'
import type { Failure } from '../../../../core/contract/errors.ts'
import type { InputOf } from '../../../../core/contract/index.ts'
import { taxTypes } from '../../../../core/fiscal/tax.ts'
import { useWords } from '../../../i18n/index.ts'
import { CallFailed, useCaller } from '../../../queries/calls.ts'
import { inBatches } from '../../../queries/inBatches.ts'
import { words } from '../words.ts'
import { type StarterGood, shopKinds, starterGoods } from './starterGoods.ts'

/** Cents and hundredths; null: not a number yet. */
export interface Answer {
  price: number | null
  stock: number | null
}

const all = shopKinds.flatMap(starterGoods)

/** What is asked about starter goods. A good with a price becomes an item, and needs its stock too. */
export function useStarter() {
  const t = useWords(words)
  const call = useCaller()
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({})
  const [tried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failures, setFailures] = useState<Readonly<Record<string, Failure>>>({})
  const answerOf = (name: string): Answer => answers[name] ?? { price: null, stock: null }
  const wanted = all.filter(({ name }) => answerOf(name).price !== null)

  /** The authority's category is that of its own list, which names the tax letter of most. */
  async function rowOf(good: StarterGood): Promise<InputOf<'item.importRows'>['rows'][number]> {
    const { name, secondName, category, unit } = good
    const { price, stock } = answerOf(name)
    const { classes } = await call('reference.itemClasses', { text: good.words, propose: true, limit: 1 })
    const [proposed] = classes
    const taxType = taxTypes.find((letter) => letter === proposed?.taxType) ?? good.taxType
    return {
      ...{ name, secondName, category, taxType, quantityUnit: unit },
      ...(price === null ? {} : { price }),
      ...(stock === null ? {} : { opening: stock }),
      ...(proposed ? { itemClass: proposed.code } : {}),
    }
  }

  async function save(): Promise<boolean> {
    setTried(true)
    if (wanted.some(({ name }) => answerOf(name).stock === null)) return false
    setSaving(true)
    const failed: Record<string, Failure> = {}
    const ofAll = { requestId: crypto.randomUUID(), total: wanted.length, fileName: t('goods.title') }
    try {
      await inBatches(wanted, async (goods, from) => {
        const rows = await Promise.all(goods.map(rowOf))
        const { outcomes } = await call('item.importRows', { rows, check: false, part: { ...ofAll, from } })
        for (const [index, outcome] of outcomes.entries())
          if (outcome.outcome === 'failed') failed[goods[index]?.name ?? ''] = outcome.failure
      })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      failed[''] = error.failure
    } finally {
      setSaving(false)
      setFailures(failed)
    }
    return Object.keys(failed).length === 0
  }

  return {
    answerOf,
    answer: (name: string, answer: Answer) => {
      setAnswers({ ...answers, [name]: answer })
      setFailures({})
    },
    /** How many goods have a price. */
    priced: wanted.length,
    tried,
    isSaving,
    /** By the good's name; '' is of all. */
    failures,
    save,
  }
}

export type Starter = ReturnType<typeof useStarter>
