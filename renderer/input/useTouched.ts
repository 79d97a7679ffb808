import { useEffect } from 'react'
import { useCaller } from '../queries/calls.ts'

/** The host is told at most so often, milliseconds. */
const restMs = 5_000
const touches = ['pointerdown', 'keydown', 'wheel'] as const

/** Tells the host that somebody is at this window, so that it does not lock. */
export function useTouched(): void {
  const call = useCaller()
  useEffect(() => {
    let toldAt = Number.NEGATIVE_INFINITY
    const tell = () => {
      const now = performance.now()
      if (now - toldAt < restMs) return
      toldAt = now
      // One that is lost is followed by the next; a host that is gone is told of elsewhere.
      call('session.touched', {}).catch(() => undefined)
    }
    for (const touch of touches) window.addEventListener(touch, tell, { capture: true, passive: true })
    return () => {
      for (const touch of touches) window.removeEventListener(touch, tell, { capture: true })
    }
  }, [call])
}
