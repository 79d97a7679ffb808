import { useRef, useState } from 'react'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { useWords } from '../../../i18n/index.ts'
import { changeDisplayLook, displayLook } from '../../../window/customerDisplay.ts'
import { openDisplay } from '../../../window/openDisplay.ts'
import { scalePicture } from '../../../window/scalePicture.ts'
import { words } from '../words.ts'
import './hardware.css'

/** Sharp on a screen of 1366 pixels; a browser keeps some megabytes for a page. */
const most = { side: 1366, bytes: 400_000 }

/** The second page, for customers. It belongs to this computer, so nothing here is saved in the shop. */
export function DisplaySection() {
  const t = useWords(words)
  const input = useRef<HTMLInputElement>(null)
  const [blocked, setBlocked] = useState(false)
  const [picture, setPicture] = useState(displayLook().picture)
  const [problem, setProblem] = useState<'unreadable' | 'noRoom' | null>(null)

  function keep(next: string | undefined) {
    try {
      changeDisplayLook({ picture: next })
      setPicture(next)
    } catch {
      setProblem('noRoom')
    }
  }
  async function take(file: File | undefined) {
    if (!file) return
    const image = await scalePicture(file, most)
    setProblem(image === null ? 'unreadable' : null)
    if (image !== null) keep(`data:image/webp;base64,${image}`)
  }

  return (
    <div className="settings-fields">
      <div className="settings-choice">
        <Button variant="primary" onPress={() => setBlocked(!openDisplay())}>
          {t('display.open')}
        </Button>
        <p>{t('display.openText')}</p>
        {blocked && <Note tone="bad" title={t('display.blocked')} />}
      </div>
      <div className="settings-choice">
        <span className="field-label">{t('display.idle')}</span>
        {picture === undefined ? (
          <p>{t('display.shopName')}</p>
        ) : (
          <img className="hardware-picture" src={picture} alt={t('display.picture')} />
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('display.choose')}
          onChange={({ currentTarget }) => {
            inBackground(take(currentTarget.files?.[0]))
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        <div className="hardware-acts">
          <Button onPress={() => input.current?.click()}>
            {t(picture === undefined ? 'display.choose' : 'display.change')}
          </Button>
          {picture !== undefined && <Button onPress={() => keep(undefined)}>{t('display.remove')}</Button>}
        </div>
        {problem && <Note tone="bad" title={t(`display.${problem}`)} />}
      </div>
    </div>
  )
}
