import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'
import './PinDots.css'

export const shortestPin = 4
export const longestPin = 8

/** A dot per digit of a passcode. `wrong` shakes them. */
export function PinDots({ pin, wrong }: { pin: string; wrong: boolean }) {
  const t = useWords(words)
  return (
    <div
      className="pin-dots"
      data-wrong={wrong || undefined}
      role="img"
      aria-label={t('typed', { count: pin.length })}
    >
      {Array.from({ length: Math.max(shortestPin, pin.length) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot has nothing but its place
        <span key={index} data-on={index < pin.length || undefined} />
      ))}
    </div>
  )
}
