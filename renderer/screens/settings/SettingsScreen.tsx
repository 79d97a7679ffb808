import { useEffect, useRef } from 'react'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Page } from '../../components/Page.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { DiagnosticsSection } from './backups/DiagnosticsSection.tsx'
import { DeviceSection } from './device/DeviceSection.tsx'
import { ReferenceSection } from './device/ReferenceSection.tsx'
import { PeopleSection } from './people/PeopleSection.tsx'
import { OutageSection } from './practice/OutageSection.tsx'
import { ProfilesSection } from './profiles/ProfilesSection.tsx'
import { SavedSections } from './SavedSections.tsx'
import { type SectionName, sections } from './sections.ts'
import { LookSection } from './shop/LookSection.tsx'
import { SoftwareSection } from './software/SoftwareSection.tsx'
import { words } from './words.ts'
import './settings.css'

/** A few sections in plain words, each with what it changes. */
export function SettingsScreen() {
  const t = useWords(words)
  const { may, profile } = useHere()
  const { params } = usePlace()
  const mine = sections
    .filter(([name, role]) => may(role) && (name !== 'outage' || profile.practice))
    .map(([name]) => name)
  const section = mine.find((name) => name === params['section']) ?? 'profiles'
  return (
    <Page title={t('title')}>
      <div className="settings">
        <nav className="settings-sections" aria-label={t('sections')}>
          {mine.map((name) => (
            <SectionLink key={name} name={name} current={name === section} />
          ))}
          {!may('owner') && <small>{t('owner')}</small>}
        </nav>
        <section className="settings-section" aria-labelledby="settings-heading">
          <header className="settings-head">
            <h2 id="settings-heading">{t(`section.${section}`)}</h2>
            <p>{t(`changes.${section}`)}</p>
          </header>
          <Section name={section} />
        </section>
      </div>
    </Page>
  )
}

/** The list is longer than a low window: the current entry is brought into view. */
function SectionLink({ name, current }: { name: SectionName; current: boolean }) {
  const t = useWords(words)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <a ref={link} href={`#/settings?section=${name}`} aria-current={current ? 'page' : undefined}>
      {t(`section.${name}`)}
    </a>
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
