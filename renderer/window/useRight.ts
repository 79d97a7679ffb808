import type { Act, Right } from '../../core/contract/acts.ts'
import { useCall } from '../queries/calls.ts'
import { useHere } from './session.ts'

/** The right of the signed-in person by the owner's table of acts; `no` until the table is known. */
export function useRight(): (act: Act) => Right {
  const { data: settings } = useCall('settings.get', {})
  const { role } = useHere().user
  return (act) => settings?.acts[act][role] ?? 'no'
}
