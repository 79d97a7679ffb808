import { createContext, useContext } from 'react'
import type { Role } from '../../core/contract/fields.ts'
import type { OutputOf } from '../../core/contract/index.ts'

export type State = OutputOf<'workspace.state'>
export type User = NonNullable<State['session']>['user']
export type Profile = NonNullable<State['currentProfile']>

interface Here {
  user: User
  profile: Profile
}

export const HereContext = createContext<Here | null>(null)

const ranks: Record<Role, number> = { cashier: 0, manager: 1, owner: 2 }

/** The signed-in person and the profile of this window. */
export function useHere(): Here & { may: (role: Role) => boolean } {
  const here = useContext(HereContext)
  if (!here) throw new Error('useHere is for screens inside the shell')
  return {
    ...here,
    may: (role) => ranks[here.user.role] >= ranks[role],
  }
}
