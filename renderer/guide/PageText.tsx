import { Fragment } from 'react'
import { Button } from '../components/Button.tsx'
import { common } from '../i18n/common.ts'
import { useLanguage, useWords } from '../i18n/index.ts'
import { navigate } from '../window/navigation.ts'
import { noteOf, type PageName, type Place, pages, piecesOf, stepsOf } from './pages.ts'
import { words } from './words.ts'

interface PageTextProps {
  name: PageName
  /** The screen under the guide. */
  place: Place
  /** The person goes to the screen of the page. */
  onLeave: () => void
}

/** One page of the guide: steps, a note, and the way to its screen. */
export function PageText({ name, place, onLeave }: PageTextProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const { place: to, section, picture } = pages[name]
  const language = useLanguage()
  const note = noteOf(name)
  return (
    <>
      <h3 className="guide-title">{t(`pages.${name}.title`)}</h3>
      <ol className="guide-steps">
        {stepsOf(name).map((step) => (
          <li key={step}>
            <Sentence text={step} />
          </li>
        ))}
      </ol>
      {note && (
        <p className="guide-note">
          <Sentence text={note} />
        </p>
      )}
      {picture && <img className="guide-picture" src={`/guide/${language}/${name}.webp`} alt="" />}
      {to !== 'unlock' && to !== 'firstRun' && place !== 'unlock' && (to !== place || section) && (
        <div>
          <Button
            icon={to}
            onPress={() => {
              navigate(to, section ? { section } : {})
              onLeave()
            }}
          >
            {t('open', { screen: tc(`screens.${to}`) })}
          </Button>
        </div>
      )}
    </>
  )
}

function Sentence({ text }: { text: string }) {
  return piecesOf(text).map(({ text, label }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence stay in their order
    label ? <b key={index}>{text}</b> : <Fragment key={index}>{text}</Fragment>,
  )
}
