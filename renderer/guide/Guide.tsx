import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Role } from '../../core/contract/fields.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Empty } from '../components/Empty.tsx'
import { SearchField } from '../components/fields/SearchField.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { activeKeys } from '../input/keys.ts'
import { LayerContext, topLayer } from '../input/layers.ts'
import { usePlace } from '../window/navigation.ts'
import { screenNames } from '../window/screenNames.ts'
import { Keys } from './Keys.tsx'
import { PageText } from './PageText.tsx'
import { findPages, type PageName, type Place, pages, pagesFor } from './pages.ts'
import { words } from './words.ts'
import './Guide.css'

const places: readonly Place[] = ['firstRun', ...screenNames, 'unlock']

interface GuideProps {
  /** The screen under the guide: its page is shown first. */
  place: Place
  /** Whose pages to list; null before anybody has signed in. */
  reader: Role | null
  onClose: () => void
}

/** Over a screen, or a dialogue on it: the page about it, its keys, and all pages that the person's role may need. */
export function Guide({ place, reader, onClose }: GuideProps) {
  const t = useWords(words)
  const tc = useWords(common)
  // As they were before this dialogue opened.
  const [layer] = useState(topLayer)
  const [here] = useState(() => activeKeys().filter(({ label }) => label !== undefined))
  const own = pagesFor(reader, place)
  const { params } = usePlace()
  const ofScreen = own.filter((name) => pages[name].place === place)
  const first = ofScreen.find((name) => pages[name].section === params['section']) ?? ofScreen[0]
  const [chosen, choose] = useState<PageName | 'keys'>(layer === 0 && first ? first : 'keys')
  const [typed, setTyped] = useState('')
  const contents = useRef<HTMLElement>(null)

  const text = typed.trim()
  const found = findPages(own, text)
  const listed: (PageName | 'keys')[] = text === '' ? ['keys', ...own] : found
  const current = listed.includes(chosen) ? chosen : found[0]

  useLayoutEffect(() => {
    contents.current?.querySelector(`[data-page="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function search(value: string) {
    setTyped(value)
    const [best] = findPages(own, value.trim())
    // What was found stays when the field is cleared.
    if (value.trim() !== '' && best) choose(best)
  }

  function onArrow(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || current === undefined) return
    const next = listed[listed.indexOf(current) + step]
    event.preventDefault()
    if (next === undefined) return
    choose(next)
    if (contents.current?.contains(document.activeElement))
      contents.current.querySelector<HTMLElement>(`[data-page="${next}"]`)?.focus()
  }

  const entry = (name: PageName | 'keys') => (
    <button
      key={name}
      type="button"
      data-page={name}
      aria-current={name === current ? 'page' : undefined}
      tabIndex={name === current ? 0 : -1}
      onClick={() => choose(name)}
    >
      {name === 'keys' ? t('keys') : t(`pages.${name}.title`)}
    </button>
  )

  return (
    <LayerContext value={layer}>
      <Dialog title={t('title')} size="wide" onClose={onClose}>
        <div className="guide">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the field and the list in it */}
          <div className="guide-side" onKeyDown={onArrow}>
            <SearchField label={t('search')} value={typed} onChange={search} autoFocus />
            <nav ref={contents} className="guide-contents" aria-label={t('contents')}>
              {text === ''
                ? [
                    entry('keys'),
                    ...places.map((each) => {
                      const ofPlace = own.filter((name) => pages[name].place === each)
                      return (
                        ofPlace.length > 0 && (
                          <section key={each}>
                            <h3>
                              {each === 'unlock' || each === 'firstRun' ? t(each) : tc(`screens.${each}`)}
                            </h3>
                            {ofPlace.map(entry)}
                          </section>
                        )
                      )
                    }),
                  ]
                : found.map(entry)}
            </nav>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
          <article key={current} className="guide-page" tabIndex={0} aria-label={t('title')}>
            {current === undefined && <Empty title={t('none', { text })}>{t('noneText')}</Empty>}
            {current !== undefined && current !== 'keys' && (
              <PageText name={current} place={place} onLeave={onClose} />
            )}
            {(current === 'keys' || (current !== undefined && pages[current].place === place)) && (
              <Keys here={here} />
            )}
          </article>
        </div>
      </Dialog>
    </LayerContext>
  )
}
