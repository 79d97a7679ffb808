import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { common } from '../../../i18n/common.ts'
import { formatTime } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { useNow } from '../../../window/useNow.ts'
import { LockAfter } from '../shop/LockAfter.tsx'
import { words } from '../words.ts'
import { PersonDialog } from './PersonDialog.tsx'
import type { Person } from './person.ts'
import './people.css'

export function PeopleSection() {
  const t = useWords(words)
  const tCommon = useWords(common)
  const { user } = useHere()
  const now = useNow(15_000, Date.now)
  const { data, error } = useCall('user.list', {})
  const [editing, setEditing] = useState<Person | 'new' | null>(null)
  return (
    <div className="settings-fields">
      <FailureNote error={error} />
      {data?.hub != null && (
        <Note tone="ok" title={t('people.shared')}>
          {t('people.sharedText')}
        </Note>
      )}
      <ul className="settings-people">
        {data?.people.map((person) => (
          <li key={person.id}>
            <Button wide size={56} onPress={() => setEditing(person)}>
              <b>{person.name}</b> <span>{tCommon(`roles.${person.role}`)}</span>
            </Button>
            <span className="settings-person">
              {person.id === user.id && <Chip>{t('people.you')}</Chip>}
              {person.demo && <Chip>{t('people.demo')}</Chip>}
              {person.active && !person.hasPin && <Chip tone="wait">{t('people.noPin')}</Chip>}
              {!person.active && <Chip sign="–">{t('people.inactive')}</Chip>}
              {person.lockedUntil !== null && person.lockedUntil > now && (
                <Chip tone="wait">{t('people.locked', { time: formatTime(person.lockedUntil) })}</Chip>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Button icon="plus" onPress={() => setEditing('new')}>
        {t('people.add')}
      </Button>
      {data && <LockAfter minutes={data.lockAfterMinutes} />}
      {editing !== null && (
        <PersonDialog person={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </div>
  )
}
