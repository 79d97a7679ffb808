import { FailureNote } from '../../components/FailureNote.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Page } from '../../components/Page.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { HubSection } from '../hub/HubSection.tsx'
import { DiagnosticsSection } from './backups/DiagnosticsSection.tsx'
import { DeviceSection } from './device/DeviceSection.tsx'
import { ReferenceSection } from './device/ReferenceSection.tsx'
import { DisplaySection } from './hardware/DisplaySection.tsx'
import { Overview } from './overview/Overview.tsx'
import { useRows } from './overview/useRows.ts'
import { PeopleSection } from './people/PeopleSection.tsx'
import { OutageSection } from './practice/OutageSection.tsx'
import { ProfilesSection } from './profiles/ProfilesSection.tsx'
import { SavedSections } from './SavedSections.tsx'
import type { SectionName } from './sections.ts'
import { LookSection } from './shop/LookSection.tsx'
import { SoftwareSection } from './software/SoftwareSection.tsx'
import { UpdateSection } from './update/UpdateSection.tsx'
import { words } from './words.ts'
import './settings.css'

/** All settings in groups, each with its present value; behind each row what it changes. */
export function SettingsScreen() {
  const t = useWords(words)
  const { params } = usePlace()
  const rows = useRows()
  const section = rows.find((name) => name === params['section'])
  if (section === undefined || section === 'activity' || section === 'guide') return <Overview rows={rows} />
  return (
    <Page
      title={t('title')}
      head={
        <a className="settings-back" href="#/settings">
          <Icon name="back" /> {t('back')}
        </a>
      }
    >
      <section key={section} className="settings-section" aria-labelledby="settings-heading">
        <header className="settings-head">
          <h2 id="settings-heading">{t(`section.${section}`)}</h2>
          <p>{t(`changes.${section}`)}</p>
        </header>
        <Section name={section} />
      </section>
    </Page>
  )
}

function Section({ name }: { name: SectionName }) {
  const { profile } = useHere()
  const { data: saved, error } = useCall('settings.get', {})
  switch (name) {
    case 'profiles':
      return <ProfilesSection />
    case 'device':
      return <DeviceSection />
    case 'reference':
      return <ReferenceSection />
    case 'diagnostics':
      return <DiagnosticsSection />
    case 'outage':
      return <OutageSection />
    case 'people':
      return <PeopleSection />
    case 'software':
      return <SoftwareSection />
    case 'update':
      return <UpdateSection />
    case 'display':
      return <DisplaySection />
    case 'hub':
      return <HubSection />
    case 'look':
      return <LookSection />
    default:
      return (
        <>
          <FailureNote error={error} />
          {saved && <SavedSections name={name} profileId={profile.id} saved={saved} />}
        </>
      )
  }
}
