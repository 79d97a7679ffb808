import { useEffect, useState } from 'react'
import { tillNow } from '../i18n/tillTime.ts'

/** Epoch milliseconds, renewed every `everyMs` for as long as the component lives; of Kaunta's time, or of another `clock`. */
export function useNow(everyMs: number, clock = tillNow): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, clock])
  return now
}
