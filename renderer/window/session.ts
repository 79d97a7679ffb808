import { createContext, useContext } from 'react'
import { type Role, rankOf } from '../../core/contract/fields.ts'
import type { OutputOf } from '../../core/contract/index.ts'

export type State = OutputOf<'workspace.state'>
export type User = NonNullable<State['session']>['user']
export type Profile = NonNullable<State['currentProfile']>

interface Here {
  user: User
  profile: Profile
  /** Sales and credit notes are training papers. */
  training: boolean
}

export const HereContext = createContext<Here | null>(null)

export const mayUse = (user: Pick<User, 'role'>, least: Role): boolean => rankOf[user.role] >= rankOf[least]

/** The signed-in person and the profile of this window. */
export function useHere(): Here & { may: (role: Role) => boolean } {
  const here = useContext(HereContext)
  if (!here) throw new Error('useHere is for screens inside the shell')
  return {
    ...here,
    may: (role) => mayUse(here.user, role),
  }
}
