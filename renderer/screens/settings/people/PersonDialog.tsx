import { useState } from 'react'
import type { Role } from '../../../../core/contract/fields.ts'
import { pinProblem, shortestPin } from '../../../../core/contract/pinRules.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { notify } from '../../../components/notices.ts'
import { Pills } from '../../../components/Pills.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { words } from '../words.ts'
import type { Person } from './person.ts'

const roles: readonly Role[] = ['cashier', 'manager', 'owner']
const roleText = {
  cashier: 'people.cashierMay',
  manager: 'people.managerMay',
  owner: 'people.ownerMay',
} as const

/** `person` null: a new one. */
export function PersonDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const [name, setName] = useState(person?.name ?? '')
  const [role, setRole] = useState<Role>(person?.role ?? 'cashier')
  const [pin, setPin] = useState('')
  const [active, setActive] = useState(person?.active ?? true)
  const [asked, setAsked] = useState(false)
  const save = useAct('user.save')
  const nameFaulty = name.trim() === ''
  const digits = shortestPin[role]
  const problem = /^\d{1,8}$/.test(pin) ? pinProblem(pin, role) : 'short'
  const pinFaulty = problem !== null && !(person && pin === '')

  function submit() {
    setAsked(true)
    if (nameFaulty || pinFaulty || save.isPending) return
    save.mutate(
      {
        name: name.trim(),
        role,
        active,
        ...(person ? { id: person.id } : {}),
        ...(pin === '' ? {} : { pin }),
      },
      {
        onSuccess: ({ name }) => {
          notify({ tone: 'ok', text: t('people.saved', { name }) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={person ? t('people.editTitle', { name: person.name }) : t('people.addTitle')}
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('people.cancel')}
          </Button>
          <Button size={48} variant="primary" pending={save.isPending} onPress={submit}>
            {t('people.confirm')}
          </Button>
        </>
      }
    >
      <form
        className="settings-fields"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={t('people.name')}
          value={name}
          onChange={setName}
          error={asked && nameFaulty ? t('problem.required') : undefined}
          maxLength={60}
          autoFocus
        />
        <div className="settings-choice">
          <span className="field-label">{t('people.role')}</span>
          <Pills
            label={t('people.role')}
            value={role}
            onChange={setRole}
            pills={roles.map((id) => ({ id, label: tCommon(`roles.${id}`) }))}
          />
          <p>{t(roleText[role])}</p>
        </div>
        <TextField
          label={t(person ? 'people.newPin' : 'people.pin')}
          hint={t(person ? 'people.pinKeep' : 'people.pinHint', { digits })}
          type="password"
          inputMode="numeric"
          value={pin}
          onChange={setPin}
          error={
            asked && pinFaulty
              ? t(problem === 'common' ? 'problem.pinCommon' : 'problem.pin', { digits })
              : undefined
          }
          maxLength={8}
        />
        {person && <Switch label={t('people.active')} value={active} onChange={setActive} />}
        <FailureNote error={save.error} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
