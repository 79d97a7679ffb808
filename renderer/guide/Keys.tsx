import { Kbd } from '../components/Kbd.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import type { KeyBinding } from '../input/keys.ts'
import './Keys.css'

/** Every key that does something: `here` are the bindings of the screen under the guide. */
export function Keys({ here }: { here: readonly KeyBinding[] }) {
  const t = useWords(common)
  const everywhere = [
    ['F1', t('keys.help')],
    ['Alt+1 – Alt+0', t('keys.places')],
    ['Ctrl+L', t('keys.lock')],
    ['Esc', t('keys.back')],
    ['↑ ↓', t('keys.move')],
    ['Enter', t('keys.open')],
  ]
  return (
    <>
      {here.length > 0 && (
        <KeyList title={t('keys.here')} keys={here.map(({ key, label = '' }) => [key, label])} />
      )}
      <KeyList title={t('keys.global')} keys={everywhere} />
      <p className="key-scan">{t('keys.scan')}</p>
    </>
  )
}

function KeyList({ title, keys }: { title: string; keys: string[][] }) {
  return (
    <section className="key-list">
      <h3>{title}</h3>
      <dl>
        {keys.map(([key = '', label]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
              <span className="visually-hidden">{key}</span>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
