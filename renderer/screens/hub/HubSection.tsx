import { useState } from 'react'
import { FailureNote } from '../../components/FailureNote.tsx'
import { useCall } from '../../queries/calls.ts'
import { useHere } from '../../window/session.ts'
import { DayDialog } from './DayDialog.tsx'
import { OffersPart } from './OffersPart.tsx'
import { PairDialog } from './PairDialog.tsx'
import { ScreensPart } from './ScreensPart.tsx'
import { ThisComputerPart } from './ThisComputerPart.tsx'
import { ThisTill } from './ThisTill.tsx'
import { Tills } from './Tills.tsx'
import { useFresh } from './useFresh.ts'
import './hub.css'

/** How this till and its hub get along. */
export function HubSection() {
  const { may } = useHere()
  const { data: state, error } = useFresh(useCall('hub.state', {}), 2_000)
  const [showsDay, setShowsDay] = useState(false)
  /** Here, as the dialogue shows the two words after this till is linked. */
  const [pairing, setPairing] = useState(false)
  return (
    <div className="hub-parts">
      <FailureNote error={error} />
      {state && <ThisTill link={state.link} onPair={() => setPairing(true)} />}
      {state?.link && may('manager') && (
        <>
          <OffersPart isOwner={may('owner')} />
          <Tills isOwner={may('owner')} onDay={() => setShowsDay(true)} />
        </>
      )}
      {state?.link && may('owner') && <ScreensPart />}
      {state && may('manager') && <ThisComputerPart linked={state.link !== null} />}
      {showsDay && <DayDialog savesPdf onClose={() => setShowsDay(false)} />}
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
    </div>
  )
}
