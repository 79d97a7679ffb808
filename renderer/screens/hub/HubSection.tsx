import { useState } from 'react'
import { FailureNote } from '../../components/FailureNote.tsx'
import { useCall } from '../../queries/calls.ts'
import { PairDialog } from './PairDialog.tsx'
import { ThisTill } from './ThisTill.tsx'
import { useFresh } from './useFresh.ts'
import './hub.css'

/** How this till and its hub get along. */
export function HubSection() {
  const { data: state, error } = useFresh(useCall('hub.state', {}), 2_000)
  /** Here, as the dialogue shows the two words after this till is linked. */
  const [pairing, setPairing] = useState(false)
  return (
    <div className="hub-parts">
      <FailureNote error={error} />
      {state && <ThisTill link={state.link} onPair={() => setPairing(true)} />}
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
    </div>
  )
}
