import { useState } from 'react'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useIsOnTop, useLayer } from '../input/layers.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { dismissNotice, lastNotice, useNotices } from './notices.ts'
import { signs } from './StateWord.tsx'
import './Notices.css'

/**
 * Shows the messages of `notify`: in the bar, or in the head of the dialog that lies over it. A dialog shows only those
 * that came after it: an older one would lie on its title.
 */
export function Notices() {
  const t = useWords(common)
  const isOnTop = useIsOnTop()
  const layer = useLayer()
  const [before] = useState(() => (layer > 0 ? lastNotice() : 0))
  // One at a time; the one before it appears when this one goes.
  const notices = useNotices()
    .filter(({ id }) => id > before)
    .slice(-1)
  if (!isOnTop) return null
  return (
    <section className="notices" aria-label={t('frame.notices')} aria-live="polite">
      {notices.map(({ id, tone, text, code, acts = [] }) => (
        <div className="notice" data-tone={tone} data-long={text.length > 50 || undefined} key={id}>
          <span className="notice-sign" aria-hidden="true">
            {signs[tone]}
          </span>
          <p>
            {text}
            {code && <small> {code}</small>}
          </p>
          {acts.map(({ label, run }) => (
            <Button
              key={label}
              onPress={() => {
                dismissNotice(id)
                run()
              }}
            >
              {label}
            </Button>
          ))}
          <IconButton icon="close" label={t('acts.close')} onPress={() => dismissNotice(id)} />
        </div>
      ))}
    </section>
  )
}
