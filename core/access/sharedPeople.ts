/** The people of this installation, as its link to a hub sees them. People of the demo shop stay here. */
import { auditBefore, hub } from '../../db/profile/audit.ts'
import { note } from '../../db/workspace/audit.ts'
import { insertUser, type UserRow, userById, users } from '../../db/workspace/queries.ts'
import { revisionOf } from '../../db/workspace/revision.ts'
import { type Fields, isSameValue, pinNames, type SharedBody, sharedFields } from '../contract/hub/shared.ts'
import type { SharedPeople } from '../link/sharing.ts'
import type { Peppers } from './peppers.ts'
import { applyChange, type Changing } from './personChange.ts'

export interface SharedPeopleOptions extends Changing {
  peppers: Peppers
  changed(): void
}

const bodyOf = ({ name, role, active, pin_hash, pin_renew }: UserRow): Fields => ({
  name,
  role,
  active,
  ...(pinNames(pin_hash) ? { pin: pin_hash } : {}),
  ...(pin_renew === 1 ? { pin_renew } : {}),
})

/** Who changed a person last, by the newest rows of the trail. */
const changedBy = ({ db }: Changing, id: string): string | null => {
  const kinds = ['personMade', 'personChanged', 'personDismissed', 'personBack', 'pinSet'] as const
  const rows = auditBefore(db, { before: Number.MAX_SAFE_INTEGER, limit: 50, kinds })
  const who = rows.find(({ content }) => (JSON.parse(content) as { id?: string }).id === id)?.who
  return who === undefined ? null : (userById(db, who)?.name ?? who)
}

/** A verifier that the hub does not have yet is no difference. */
const isSame = (here: Fields, told: Fields): boolean =>
  sharedFields.person.every(
    (name) => isSameValue(here[name], told[name]) || (name === 'pin' && told[name] === undefined),
  )

const isOwner = ({ role, active }: Pick<UserRow, 'role' | 'active'>): boolean =>
  role === 'owner' && active === 1

/** `isSandbox`: the hub is one of Sandbox. */
export const createSharedPeople = (by: SharedPeopleOptions, isSandbox: () => boolean): SharedPeople => {
  const { db, clock, peppers, changed } = by

  const add = (id: string, { name, role, active, pin, pin_renew }: SharedBody<'person'>): void =>
    db.transaction(() => {
      const at = clock.now()
      const sandbox = isSandbox() ? 1 : 0
      const columns = { pin_hash: pin ?? '', pin_renew: pin_renew ?? 0, sandbox, demo: 0 } as const
      insertUser(db, { id, name, role, active, ...columns, created_at: at })
      note(db, { at, kind: 'personMade', subject: name, who: hub, content: { id, role, demo: false } })
    })
  /** Anybody may make the first owner of a till without one. */
  const isLastOwner = (before: UserRow, told: SharedBody<'person'>): boolean =>
    isOwner(before) &&
    !isOwner(told) &&
    !users(db).some((each) => each.id !== before.id && each.demo === 0 && isOwner(each))

  const update = (before: UserRow, told: SharedBody<'person'>): boolean => {
    const held = isLastOwner(before, told)
    const { name, pin = before.pin_hash, pin_renew = 0 } = told
    const { role, active } = held ? before : told
    const columns = {
      pin_renew,
      ...(pin === before.pin_hash ? {} : { pin_hash: pin }),
    }
    const hasOtherPin = pin !== before.pin_hash && pinNames(pin)?.choice !== pinNames(before.pin_hash)?.choice
    const change = { name, role, active: active === 1, pin: hasOtherPin }
    if (hasOtherPin) Object.assign(columns, { pin_strong: 0 })
    applyChange(by, before, change, { columns, who: hub })
    return !held
  }

  return {
    revision: () => revisionOf(db).number,
    ids: () => users(db).flatMap(({ id, demo }) => (demo === 1 ? [] : [id])),
    get: (id) => {
      const row = userById(db, id)
      return row && row.demo === 0 ? { body: bodyOf(row), who: changedBy(by, id) } : undefined
    },
    put: (id, body) => {
      const told = body as SharedBody<'person'>
      const before = userById(db, id)
      if (before && isSame(bodyOf(before), body)) return true
      if (!before) add(id, told)
      const isWhole = !before || update(before, told)
      changed()
      return isWhole
    },
    lacksPepper: (current) =>
      peppers.lacks(
        current,
        users(db).map(({ pin_hash }) => pin_hash),
      ),
    keepPeppers: peppers.keep,
  }
}
