import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inBackground } from '../../bridge/background.ts'
import type { CallFailed } from '../../queries/calls.ts'

/**
 * Asks again when it is shown and every `everyMs` while it is: no event says what happens at other tills, or how much
 * is sent by now. `on` false: never.
 */
export function useFresh<T>(
  query: UseQueryResult<T, CallFailed>,
  everyMs: number,
  on = true,
): UseQueryResult<T, CallFailed> {
  const { refetch } = query
  useEffect(() => {
    if (!on) return
    const again = () => inBackground(refetch({ cancelRefetch: false }))
    again()
    const timer = setInterval(again, everyMs)
    return () => clearInterval(timer)
  }, [refetch, everyMs, on])
  return query
}
