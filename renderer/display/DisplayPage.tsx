import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { money } from '../components/Amount.tsx'
import { setLanguage, useWords } from '../i18n/index.ts'
import { displayLook, followTill } from '../window/customerDisplay.ts'
import type { DisplayView } from '../window/displayView.ts'
import { QrCode } from './QrCode.tsx'
import { words } from './words.ts'
import './display.css'

type View<K extends DisplayView['kind']> = Extract<DisplayView, { kind: K }>

/** The customer's page: the sale at the till, the finished one, or what the shop shows meanwhile. */
export function DisplayPage() {
  const [look, setLook] = useState(displayLook)
  const [view, setView] = useState<DisplayView | null>(null)

  useEffect(() => followTill(setView), [])
  useEffect(() => {
    const read = () => setLook(displayLook())
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [])
  useEffect(() => {
    setLanguage(look.language)
    document.documentElement.lang = look.language
  }, [look.language])
  useEffect(() => {
    document.title = [look.shop, 'Kaunta'].filter(Boolean).join(' · ')
  }, [look.shop])
  useEffect(() => {
    document.body.dataset['environment'] = view?.environment ?? ''
    document.body.dataset['training'] = String(view?.training === true)
  }, [view?.environment, view?.training])

  if (view?.kind === 'sale') return <SaleView view={view} />
  if (view?.kind === 'done') return <DoneView view={view} />
  return look.picture === undefined ? (
    <Welcome shop={look.shop} />
  ) : (
    <main className="display display-idle">
      <img src={look.picture} alt={look.shop} />
    </main>
  )
}

function Welcome({ shop }: { shop: string }) {
  const t = useWords(words)
  return (
    <main className="display display-idle">
      <p>{t('welcome')}</p>
      <h1>{shop}</h1>
    </main>
  )
}

function SaleView({ view: { lines, at, discount, total, training } }: { view: View<'sale'> }) {
  const t = useWords(words)
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    list.current?.children[at ?? lines.length - 1]?.scrollIntoView({ block: 'nearest' })
  }, [at, lines])
  return (
    <main className="display display-sale">
      <ol ref={list} className="numbers" aria-label={t('lines')}>
        {lines.map(({ name, how, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the sale
          <li key={index} data-at={index === at || undefined}>
            <b>{name}</b>
            <span>{how}</span>
            <b>{money(amount)}</b>
          </li>
        ))}
      </ol>
      <section className="display-sum numbers" role="status">
        {training && <p>{t('training')}</p>}
        {discount > 0 && (
          <p>
            {t('discount')} {money(-discount)}
          </p>
        )}
        <h1>{t(total < 0 ? 'giveBack' : 'total')}</h1>
        <output>{money(Math.abs(total))}</output>
      </section>
    </main>
  )
}

function DoneView({ view: { total, change, url, training } }: { view: View<'done'> }) {
  const t = useWords(words)
  return (
    <main className="display display-done">
      <section className="display-sum numbers" role="status">
        {training && <p>{t('training')}</p>}
        <h1>{t(change > 0 ? 'change' : 'total')}</h1>
        <output>{money(change > 0 ? change : total)}</output>
        {change > 0 && (
          <p>
            {t('total')} {money(total)}
          </p>
        )}
        <p className="display-thanks">{t('thanks')}</p>
      </section>
      {url !== null && (
        <figure>
          <QrCode text={url} label={t('code')} />
          <figcaption>{t('scan')}</figcaption>
        </figure>
      )}
    </main>
  )
}
