/** A token bucket for each caller: so many at once, and so many a second from then on. */

export interface Limiter {
  /** Counts one try; 0 = it may go on, else how long to wait, milliseconds. */
  take(who: string): number
}

export interface LimiterOptions {
  perSecond: number
  burst: number
  /** Milliseconds that never jump back. */
  now(): number
  /** Called when somebody has used up the last token, not again before they have gone more slowly for a while. */
  onExhausted?(who: string): void
}

interface Bucket {
  tokens: number
  at: number
  exhausted: boolean
}

/** More than this are looked through for those that are full again, and could as well be forgotten. */
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
      // One who goes on too fast is let through now and then: told each time, the log would hold nothing else.
      const exhausted = !enough || (bucket.exhausted && tokens < burst / 2)
      Object.assign(bucket, { tokens: enough ? tokens - 1 : tokens, at: time, exhausted })
      return enough ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1000)
    },
  }
}
