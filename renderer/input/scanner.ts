/**
 * Distinguishes a scanner, which types a code within a few milliseconds per character, from a person.
 * Pure: what was pressed and when goes in, what it was comes out. Times are milliseconds of one clock.
 */
export interface ScannerSettings {
  /** Shortest burst taken for a scan, characters. */
  minimumLength: number
  /** Largest average gap between two keys of a scan, milliseconds. */
  averageGapMs: number
}

export interface Burst {
  text: string
  startedAt: number
  lastAt: number
  /** Long and fast enough; stays so to the end of the burst. */
  isScan: boolean
}

export type ScannerInput =
  | { kind: 'character'; character: string; at: number }
  /** Enter or Tab, with which most scanners end a code. */
  | { kind: 'end'; at: number }
  /** Any other key: it ends a burst. */
  | { kind: 'other'; at: number }
  /** Time passed and nothing was pressed. */
  | { kind: 'silence'; at: number }

export interface ScannerStep {
  burst: Burst | null
  /** A complete code. */
  scan?: string
  /** Characters that a person typed. */
  typed?: string
  /** The key belongs to the scan and must reach nothing else. */
  swallow: boolean
}

/** How long the next character of a scan may take, milliseconds: keyboards over USB stumble. */
export const patience = ({ averageGapMs }: ScannerSettings): number => Math.max(100, averageGapMs * 4)

/**
 * Nobody types that many figures with their Enter so fast, milliseconds from key to key: a slow scanner, or a code that is
 * shorter than the shop's scans. Taken for typing they would be an amount, and their Enter would pay it.
 */
const figuresWithEnd = [
  { atLeast: 4, gapMs: 45 },
  { atLeast: 8, gapMs: 70 },
]

/** A busy computer may bring a key so much later than the one before, milliseconds. */
const stallMs = 500
/** No more than this is believed of how late a key came, milliseconds: clocks may disagree. */
const latestMs = 1_000

/**
 * How long to wait for the next key of a burst, milliseconds. Keys say when they were pressed, so what comes late still
 * belongs to a burst that is as fast as a scanner's. `lateMs`: how long the keys so far took to come, the next ones will
 * take too. `terminated`: this scanner ends its codes with a key.
 */
export function silenceAfter(
  burst: Burst,
  settings: ScannerSettings,
  lateMs: number,
  terminated: boolean,
): number {
  const { text, startedAt, lastAt, isScan } = burst
  const isFast = text.length > 2 && lastAt - startedAt <= settings.averageGapMs * (text.length - 1)
  const wait = (isScan ? terminated : isFast) ? stallMs : patience(settings) + 1
  return wait + Math.min(lateMs, latestMs)
}

export function scannerStep(
  burst: Burst | null,
  input: ScannerInput,
  settings: ScannerSettings,
): ScannerStep {
  const over = burst !== null && input.at - burst.lastAt > patience(settings)
  if (input.kind === 'character') {
    const { character, at } = input
    if (burst === null || over || isTypedQuantity(burst, at, settings.averageGapMs)) {
      const fresh = { text: character, startedAt: at, lastAt: at, isScan: false }
      return { ...(burst && finish(burst)), burst: fresh, swallow: false }
    }
    const longer = { ...burst, text: burst.text + character, lastAt: at }
    const averageGap = (at - longer.startedAt) / (longer.text.length - 1)
    longer.isScan ||= longer.text.length >= settings.minimumLength && averageGap <= settings.averageGapMs
    // A person is recognised early, so that typed characters do not wait for the pause after them.
    const isPerson = !longer.isScan && longer.text.length > 2 && averageGap > settings.averageGapMs * 3
    return isPerson
      ? { ...finish(longer), burst: null, swallow: false }
      : { burst: longer, swallow: longer.isScan }
  }
  if (burst === null) return { burst, swallow: false }
  if (input.kind === 'silence' && !over) return { burst, swallow: false }
  const isEnded = input.kind === 'end' && !over
  const isScan = burst.isScan || (isEnded && isEndedByScanner(burst, input.at))
  return { ...finish({ ...burst, isScan }), burst: null, swallow: isEnded && isScan }
}

/** `3*`, typed before a scan, or its end after a pause: the code begins after it, however soon. `at`: of the next key. */
const isTypedQuantity = ({ text, startedAt, lastAt }: Burst, at: number, gapMs: number): boolean =>
  text === '*' ? at - lastAt > gapMs : /^\d+\*$/.test(text) && lastAt - startedAt > gapMs * (text.length - 1)

const isEndedByScanner = ({ text, startedAt }: Burst, at: number): boolean =>
  /^\d+$/.test(text) &&
  figuresWithEnd.some(({ atLeast, gapMs }) => text.length >= atLeast && at - startedAt <= gapMs * text.length)

const finish = ({ text, isScan }: Burst): { scan: string } | { typed: string } =>
  isScan ? { scan: text } : { typed: text }
