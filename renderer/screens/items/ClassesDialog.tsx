import { useEffect, useRef, useState } from 'react'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { notify } from '../../components/notices.ts'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { CallFailed, useCall, useCaller } from '../../queries/calls.ts'
import { CategoryClasses, type ChosenClasses, keyOf } from './CategoryClasses.tsx'
import { words } from './words.ts'

/** Chooses the class of items for which the usual one stands in, by category, and registers them again. */
export function ClassesDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const call = useCaller()
  const asked = useCall('item.classesNotChosen', {})
  const [chosen, setChosen] = useState<ChosenClasses>({})
  const [done, setDone] = useState<{ count: number; total: number } | null>(null)
  const [error, setError] = useState<CallFailed | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const categories = asked.data?.categories ?? []
  const ready = categories.filter((each) => chosen[keyOf(each)])
  const total = ready.reduce((sum, { count }) => sum + count, 0)

  /** Finished items stay finished. After a stop or a failure the rest is still in the list. */
  async function choose() {
    if (total === 0 || done) return
    running.current = new AbortController()
    const { signal } = running.current
    let count = 0
    setError(null)
    try {
      for (const each of ready) {
        const { category, itemId } = each
        const itemClass = chosen[keyOf(each)] as string
        for (let left = 1; left > 0 && !signal.aborted; ) {
          setDone({ count, total })
          const reply = await call('item.chooseClass', { category, itemId, itemClass })
          count += reply.changed
          left = reply.left
        }
      }
      notify({ tone: 'ok', text: t('classes.done', { count }) })
      if (!signal.aborted && ready.length === categories.length) onClose()
    } catch (failed) {
      if (!(failed instanceof CallFailed)) throw failed
      setError(failed)
    } finally {
      setDone(null)
    }
  }

  const stop = () => running.current?.abort()
  return (
    <Dialog
      title={t('classes.open')}
      size="large"
      onClose={done ? stop : onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={done ? stop : onClose}>
            {done ? t('import.stop') : tCommon('acts.close')}
          </Button>
          <Button
            size={48}
            variant="primary"
            keyCap="F9"
            disabled={total === 0}
            pending={done !== null}
            onPress={() => inBackground(choose())}
          >
            {t('classes.confirm', { count: total })}
          </Button>
        </>
      }
    >
      <ChooseKey label={t('classes.open')} onChoose={() => inBackground(choose())} />
      <FailureNote error={error ?? asked.error} />
      {done && (
        <>
          <p role="status">{t('classes.running', { done: done.count, total: done.total })}</p>
          <progress
            className="items-import-progress"
            aria-label={t('classes.open')}
            max={done.total}
            value={done.count}
          />
        </>
      )}
      {asked.data && categories.length === 0 && <p>{t('empty.classNotChosen')}</p>}
      {categories.length > 0 && !done && (
        <CategoryClasses asked={categories} chosen={chosen} onChange={setChosen} />
      )}
    </Dialog>
  )
}

/** Inside the dialog, so that the key is the dialog's. */
function ChooseKey({ label, onChoose }: { label: string; onChoose: () => void }) {
  useKeys([{ key: 'F9', label, run: onChoose }])
  return null
}
