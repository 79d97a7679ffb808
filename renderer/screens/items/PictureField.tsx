import { useRef, useState } from 'react'
import { pictures } from '../../../core/contract/bounds.ts'
import type { Item } from '../../../core/contract/item.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { ItemPicture } from '../../window/ItemPicture.tsx'
import { scalePicture } from '../../window/scalePicture.ts'
import { words } from './words.ts'

/** The picture of an item on Sell, out of a file or a camera. It is stored at once. */
export function PictureField({ item: { id, picture } }: { item: Item }) {
  const t = useWords(words)
  const input = useRef<HTMLInputElement>(null)
  const [unreadable, setUnreadable] = useState(false)
  const save = useAct('picture.set')

  async function take(file: File | undefined) {
    if (!file) return
    const image = await scalePicture(file, pictures)
    setUnreadable(image === null)
    if (image !== null) save.mutate({ id, image })
  }
  return (
    <section className="items-picture" aria-label={t('picture.label')}>
      {picture !== null && <ItemPicture id={id} at={picture} />}
      <span>{t('picture.label')}</span>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('picture.choose')}
        onChange={({ currentTarget }) => {
          inBackground(take(currentTarget.files?.[0]))
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button pending={save.isPending} onPress={() => input.current?.click()}>
        {t(picture === null ? 'picture.choose' : 'picture.change')}
      </Button>
      {picture !== null && (
        <Button pending={save.isPending} onPress={() => save.mutate({ id, image: null })}>
          {t('picture.remove')}
        </Button>
      )}
      {unreadable && <Note tone="bad" title={t('picture.unreadable')} />}
      <FailureNote error={save.error} />
    </section>
  )
}
