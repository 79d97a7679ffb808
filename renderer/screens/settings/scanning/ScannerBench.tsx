import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { StateWord } from '../../../components/StateWord.tsx'
import { useWords } from '../../../i18n/index.ts'
import {
  type Burst,
  patience,
  type ScannerInput,
  type ScannerSettings,
  scannerStep,
} from '../../../input/scanner.ts'
import { tuneScanner } from '../../../input/scannerInput.ts'
import { useCall } from '../../../queries/calls.ts'
import { words } from '../words.ts'
import { addReading, averageGap, type Reading, whyTyping } from './bench.ts'

/** Shows how a scan or typing is read with the numbers as they stand, saved or not. */
export function ScannerBench({ settings }: { settings: ScannerSettings }) {
  const t = useWords(words)
  const { data: saved } = useCall('settings.get', {})
  const [readings, setReadings] = useState<Reading[]>([])
  const [text, setText] = useState('')
  const burst = useRef<Burst | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // While somebody tries it here, the till itself takes nothing for a scan: the bench gets every key.
  const standBack = () => tuneScanner(null)
  const takeOver = () => {
    if (saved) tuneScanner(saved.scanner)
  }
  const latest = useRef(takeOver)
  useEffect(() => {
    latest.current = takeOver
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      latest.current()
    },
    [],
  )

  function take(input: ScannerInput) {
    const before = burst.current
    const step = scannerStep(before, input, settings)
    burst.current = step.burst
    const text = step.scan ?? step.typed
    if (before && text !== undefined) {
      const { startedAt } = before
      const lastAt = text === before.text ? before.lastAt : input.at
      setReadings((list) =>
        addReading(list, { kind: step.scan === undefined ? 'typing' : 'scan', text, startedAt, lastAt }),
      )
      if (step.scan !== undefined) setText('')
    }
    clearTimeout(timer.current)
    if (step.burst) {
      const wait = patience(settings) + 1
      timer.current = setTimeout(() => take({ kind: 'silence', at: performance.now() }), wait)
    }
  }

  function onKeyDown({ key, timeStamp: at, ctrlKey, altKey, metaKey }: KeyboardEvent) {
    if (key === 'Shift' || ctrlKey || altKey || metaKey) return
    if (key === 'Enter' || key === 'Tab') take({ kind: 'end', at })
    else if (key.length === 1) take({ kind: 'character', character: key, at })
    else take({ kind: 'other', at })
  }

  return (
    <section className="settings-bench">
      <h3>{t('scanner.bench')}</h3>
      <p>{t('scanner.benchText')}</p>
      <div className="settings-add">
        <input
          className="field-box"
          aria-label={t('scanner.benchField')}
          placeholder={t('scanner.benchField')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          onFocus={standBack}
          onBlur={takeOver}
        />
        <Button
          disabled={readings.length === 0}
          onPress={() => {
            setReadings([])
            setText('')
          }}
        >
          {t('scanner.clear')}
        </Button>
      </div>
      <ul aria-live="polite">
        {readings.length === 0 && <li>{t('scanner.nothing')}</li>}
        {readings.map((reading) => (
          <ReadingLine key={reading.startedAt} reading={reading} settings={settings} />
        ))}
      </ul>
    </section>
  )
}

function ReadingLine({ reading, settings }: { reading: Reading; settings: ScannerSettings }) {
  const t = useWords(words)
  const scan = reading.kind === 'scan'
  const gap = averageGap(reading)
  const why =
    whyTyping(reading, settings) === 'tooShort'
      ? t('scanner.tooShort', { minimum: settings.minimumLength })
      : t('scanner.tooSlow', { gap: settings.averageGapMs })
  return (
    <li>
      <StateWord tone={scan ? 'ok' : 'off'}>{t(scan ? 'scanner.readScan' : 'scanner.readTyping')}</StateWord>
      <code>{reading.text}</code>
      <small>
        {[
          t('scanner.characters', { count: reading.text.length }),
          gap === null ? null : t('scanner.gap', { ms: gap }),
          scan ? null : why,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </li>
  )
}
