import { useEffect } from 'react'
import { useCaller } from '../queries/calls.ts'

/** The least time between two reports to the host, milliseconds. */
const restMs = 5_000
const touches = ['pointerdown', 'keydown', 'wheel'] as const

/** Reports to the host that a person uses this window, so that it does not lock. */
export function useTouched(): void {
  const call = useCaller()
  useEffect(() => {
    let reportedAt = Number.NEGATIVE_INFINITY
    const report = () => {
      const now = performance.now()
      if (now - reportedAt < restMs) return
      reportedAt = now
      // The next report replaces a lost one; another place shows that the host is gone.
      call('session.touched', {}).catch(() => undefined)
    }
    for (const touch of touches) window.addEventListener(touch, report, { capture: true, passive: true })
    return () => {
      for (const touch of touches) window.removeEventListener(touch, report, { capture: true })
    }
  }, [call])
}
