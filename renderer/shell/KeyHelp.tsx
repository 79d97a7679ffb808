import { useState } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { activeKeys } from '../input/keys.ts'
import './KeyHelp.css'

/** Every key that does something now, from the same bindings that answer to it. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const t = useWords(common)
  const [here] = useState(() => activeKeys().filter(({ label }) => label !== undefined))
  const everywhere = [
    ['F1', t('keys.help')],
    ['Ctrl+L', t('keys.lock')],
    ['Esc', t('keys.back')],
    ['↑ ↓', t('keys.move')],
    ['Enter', t('keys.open')],
  ]
  return (
    <Dialog title={t('keys.title')} size="large" onClose={onClose}>
      {here.length > 0 && (
        <KeyList title={t('keys.here')} keys={here.map(({ key, label = '' }) => [key, label])} />
      )}
      <KeyList title={t('keys.global')} keys={everywhere} />
      <p className="key-scan">{t('keys.scan')}</p>
    </Dialog>
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
