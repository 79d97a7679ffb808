import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { CopyButton } from '../CopyButton.tsx'
import { words } from '../words.ts'
import './backups.css'

const kilobyte = 1_024

/** One file for support; the person sees all of it before it is saved. */
export function DiagnosticsSection() {
  const t = useWords(words)
  const make = useAct('diagnostics.make')
  const { data } = make
  return (
    <div className="settings-fields">
      <p>{t('diagnostics.in')}</p>
      <p>{t('diagnostics.out')}</p>
      <Button variant="primary" size={48} pending={make.isPending} onPress={() => make.mutate({})}>
        {t(make.isPending ? 'diagnostics.making' : 'diagnostics.make')}
      </Button>
      <FailureNote error={make.error} />
      {data && (
        <>
          <Note
            tone="ok"
            title={t('diagnostics.made', { size: Math.max(1, Math.round(data.bytes / kilobyte)) })}
            code={data.file}
          />
          <CopyButton text={data.file}>{t('diagnostics.copy')}</CopyButton>
          <figure className="settings-diagnostics">
            <figcaption>{t('diagnostics.shown')}</figcaption>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
            <pre tabIndex={0}>{data.content}</pre>
          </figure>
        </>
      )}
    </div>
  )
}
