import { Icon } from '../../../components/Icon.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import './LetterPad.css'

const rows = ['1234567890', 'QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'] as const

export const hasTouch = () => matchMedia('(any-pointer: coarse)').matches

/** Letters and figures to touch, where there is a touch screen: PINs, M-PESA codes, names. */
export function LetterPad({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useWords(common)
  if (!hasTouch()) return null
  return (
    // The cursor stays in the field that is written in.
    <fieldset
      className="letter-pad"
      aria-label={t('keypad.name')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {rows.map((row) => (
        <div key={row}>
          {[...row].map((key) => (
            <button key={key} type="button" onClick={() => onText(text + key)}>
              {key}
            </button>
          ))}
          {row === rows[3] && (
            <>
              <button type="button" aria-label="␣" data-wide onClick={() => onText(`${text} `)}>
                ␣
              </button>
              <button
                type="button"
                aria-label={t('acts.delete')}
                data-wide
                onClick={() => onText(text.slice(0, -1))}
              >
                <Icon name="backspace" />
              </button>
            </>
          )}
        </div>
      ))}
    </fieldset>
  )
}
