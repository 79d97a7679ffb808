import { formatAge, formatCountdown } from '../i18n/format.ts'
import { useLanguage } from '../i18n/index.ts'
import { useNow } from '../shell/useNow.ts'

/** How long ago a moment (epoch milliseconds) was: `12 min`. */
export function Age({ since }: { since: number }) {
  useLanguage()
  return <>{formatAge(useNow(15_000) - since)}</>
}

/** Time left until a moment (epoch milliseconds): `22 s`, then `0 s`. */
export function Countdown({ until }: { until: number }) {
  useLanguage()
  return <>{formatCountdown(until - useNow(1_000))}</>
}
