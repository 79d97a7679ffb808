import { Button } from '../../../components/Button.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../words.ts'
import './device.css'

const parts = ['codes', 'notices', 'branches'] as const

export function ReferenceSection() {
  const t = useWords(words)
  const { may } = useHere()
  const { data: state, error } = useCall('reference.state', {})
  const sync = useAct('reference.sync')
  const missing = sync.data ? parts.filter((part) => !sync.data[part]) : []
  return (
    <div className="settings-fields">
      <FailureNote error={error} />
      {state && (
        <Facts
          facts={[
            [
              t('reference.last'),
              state.lastSyncAt === null ? t('reference.never') : formatMoment(state.lastSyncAt),
            ],
            [t('reference.codes'), state.codes.toLocaleString('en')],
            [t('reference.itemClasses'), state.itemClasses.toLocaleString('en')],
            [t('reference.notices'), state.notices],
            [t('reference.branches'), state.branches],
          ]}
        />
      )}
      {may('manager') && (
        <Button variant="primary" size={48} pending={sync.isPending} onPress={() => sync.mutate({})}>
          {t(sync.isPending ? 'reference.syncing' : 'reference.sync')}
        </Button>
      )}
      <FailureNote error={sync.error} />
      {sync.data &&
        (missing.length === 0 ? (
          <Note tone="ok" title={t('reference.synced', { time: formatMoment(sync.submittedAt) })} />
        ) : (
          <Note
            tone="wait"
            title={t('reference.part', { parts: missing.map((part) => t(`reference.${part}`)).join(', ') })}
          />
        ))}
      <Notices />
    </div>
  )
}

/** The authority's notices, newest first. */
function Notices() {
  const t = useWords(words)
  const { data, error } = useCall('reference.notices', {})
  return (
    <section className="settings-notices">
      <h3>{t('reference.noticesTitle')}</h3>
      <FailureNote error={error} />
      {data?.notices.length === 0 && <p>{t('reference.noticesEmpty')}</p>}
      {data?.notices.map(({ number, title, content, url, registeredAt }) => (
        <article key={number}>
          <h4>{title}</h4>
          <small>{registeredAt.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$3/$2/$1')}</small>
          <p>{content}</p>
          {url && <small>{url}</small>}
        </article>
      ))}
    </section>
  )
}
