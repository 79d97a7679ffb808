import { useHere } from '../../../window/session.ts'
import { groups, type RowName } from '../sections.ts'

/** The rows that this person sees in this profile. */
export function useRows(): RowName[] {
  const { may, profile } = useHere()
  return Object.values(groups)
    .flat()
    .filter(([name, role]) => may(role) && (name !== 'outage' || profile.practice))
    .map(([name]) => name)
}
