import { useState } from 'react'
import { inBackground } from '../../../bridge/background.ts'
import { notify } from '../../../components/notices.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCaller } from '../../../queries/calls.ts'
import { inBatches } from '../../../queries/inBatches.ts'
import { tellFailure } from '../../../window/faults.ts'
import { labelList } from '../../../window/labelList.ts'
import { words } from '../../../window/labelWords.ts'
import { useHere } from '../../../window/session.ts'

/** Gives the items of the list that have no barcode one of the shop's own, some at a time. */
export function useGiveBarcodes() {
  const t = useWords(words)
  const { profile } = useHere()
  const call = useCaller()
  const [isPending, setPending] = useState(false)

  function keep(barcodes: ReadonlyMap<number, string | null>) {
    const { lines } = labelList.get(profile.id)
    const known = lines.map((line) => ({ ...line, barcode: barcodes.get(line.itemId) ?? line.barcode }))
    labelList.change(profile.id, { lines: known })
  }

  async function give() {
    const ids = labelList
      .get(profile.id)
      .lines.filter(({ barcode }) => barcode === null)
      .map(({ itemId }) => itemId)
    await inBatches(ids, async (itemIds) => {
      const { items } = await call('label.giveBarcodes', { itemIds })
      keep(new Map(items.map(({ id, barcode }) => [id, barcode])))
    })
    notify({ tone: 'ok', text: t('given', { count: ids.length }) })
  }

  function run() {
    if (isPending) return
    setPending(true)
    inBackground(
      give()
        .catch(tellFailure)
        .finally(() => setPending(false)),
    )
  }
  return { run, isPending }
}
