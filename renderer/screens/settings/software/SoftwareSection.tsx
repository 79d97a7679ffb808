import { FailureNote } from '../../../components/FailureNote.tsx'
import { useCall } from '../../../queries/calls.ts'
import { Keys } from './Keys.tsx'
import { RestAddress } from './RestAddress.tsx'
import './software.css'

/** The API's address and its keys. */
export function SoftwareSection() {
  const { data: rest, error } = useCall('rest.get', {})
  return (
    <div className="settings-fields">
      <FailureNote error={error} />
      {rest && <RestAddress key={`${rest.on} ${rest.port}`} rest={rest} />}
      <Keys />
    </div>
  )
}
