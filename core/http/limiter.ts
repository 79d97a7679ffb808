/** A token bucket per caller: `burst` at once, then `perSecond`. */

export interface Limiter {
  /** Counts one request. 0 = allowed, otherwise the milliseconds to wait. */
  take(who: string): number
}

export interface LimiterOptions {
  perSecond: number
  burst: number
  /** Monotonic milliseconds. */
  now(): number
  /** Called when a caller used its last token; again only after it slowed down for a while. */
  onExhausted?(who: string): void
}

interface Bucket {
  tokens: number
  at: number
  exhausted: boolean
}

/** Above this many, full buckets are removed. */
const mostBuckets = 2_000

export const createLimiter = ({ perSecond, burst, now, onExhausted }: LimiterOptions): Limiter => {
  const buckets = new Map<string, Bucket>()
  const tokensOf = ({ tokens, at }: Bucket, time: number) =>
    Math.min(burst, tokens + ((time - at) / 1000) * perSecond)
  const forgetFull = (time: number) => {
    for (const [who, bucket] of buckets) if (tokensOf(bucket, time) >= burst) buckets.delete(who)
  }
  return {
    take: (who) => {
      const time = now()
      let bucket = buckets.get(who)
      if (!bucket) {
        if (buckets.size >= mostBuckets) forgetFull(time)
        bucket = { tokens: burst, at: time, exhausted: false }
        buckets.set(who, bucket)
      }
      const tokens = tokensOf(bucket, time)
      const enough = tokens >= 1
      if (!enough && !bucket.exhausted) onExhausted?.(who)
      // A caller that stays too fast is let through now and then. Without this, each time would be logged.
      const exhausted = !enough || (bucket.exhausted && tokens < burst / 2)
      Object.assign(bucket, { tokens: enough ? tokens - 1 : tokens, at: time, exhausted })
      return enough ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1000)
    },
  }
}
