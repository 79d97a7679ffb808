import { Button } from '../../../components/Button.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../sale/words.ts'

interface UnknownScanProps {
  code: string
  onCreate: () => void
  onDismiss: () => void
}

/** A code that nobody knows, over the full width: cashiers do not look at the screen while they scan. */
export function UnknownScan({ code, onCreate, onDismiss }: UnknownScanProps) {
  const t = useWords(words)
  const mayCreate = useHere().may('manager')
  useKeys([
    { key: 'Insert', label: t('unknown.create'), run: onCreate, enabled: mayCreate },
    { key: 'Esc', label: t('unknown.dismiss'), run: onDismiss },
  ])
  return (
    <div className="sell-unknown" role="alert">
      <span className="sell-unknown-sign" aria-hidden="true">
        ✕
      </span>
      <p>
        <b>{t('unknown.title', { code })}</b>
        {mayCreate ? t('unknown.text') : `${t('unknown.text')} ${t('unknown.manager')}`}
      </p>
      {mayCreate && (
        <Button keyCap="Ins" onPress={onCreate}>
          {t('unknown.create')}
        </Button>
      )}
      <Button keyCap="Esc" onPress={onDismiss}>
        {t('unknown.dismiss')}
      </Button>
    </div>
  )
}
