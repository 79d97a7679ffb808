import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isEditable, runCharacter } from './keys.ts'
import { topLayer, useLayer } from './layers.ts'
import {
  type Burst,
  patience,
  type ScannerInput,
  type ScannerSettings,
  scannerStep,
  silenceAfter,
} from './scanner.ts'

type ScanHandler = (code: string) => void

interface Registration {
  layer: number
  handle: ScanHandler
}

const handlers: Registration[] = []

/** Scans go to the newest handler on the topmost layer; one that is not enabled leaves them to the others. */
export function useScanner(handler: ScanHandler, enabled = true): void {
  const layer = useLayer()
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  // Before the screen is seen: nobody scans at what has no ear yet.
  useLayoutEffect(() => {
    if (!enabled) return
    const registration = { layer, handle: (code: string) => latest.current(code) }
    handlers.push(registration)
    return () => {
      handlers.splice(handlers.indexOf(registration), 1)
    }
  }, [layer, enabled])
}

let settings: ScannerSettings | null = { minimumLength: 8, averageGapMs: 24 }

/** The shop's setting; null while nothing is a scan, as on the test bench, which gets every key itself. */
export function tuneScanner(next: ScannerSettings | null): void {
  settings = next
}

interface Field {
  element: HTMLInputElement | HTMLTextAreaElement
  value: string
}

/** A burst that a pause has ended. */
interface Ended {
  burst: Burst
  /** What the burst has changed on screen, as it was before. */
  field: Field | null
}

/** What nobody else may have of a key: the whole of it, or only the character that the browser would type. */
type Taken = 'key' | 'character' | null

/** Starts listening; `onUseless` gets a scan that nothing on screen has a use for. The answer ends it. */
export function listenForScans(onUseless: ScanHandler): () => void {
  let burst: Burst | null = null
  /** The field that a burst began in, as it was before. */
  let field: Field | null = null
  /** How much of the burst the screen has been told of, characters. */
  let told = 0
  /** On a busy computer only the keys themselves know when they were pressed: the next one of it may come yet. */
  let ended: Ended | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The longest that a key of this burst took to come, milliseconds. */
  let lateMs = 0
  /** Did the last scan end with a key? */
  let terminated = false

  function take(input: ScannerInput): Taken {
    if (settings === null) {
      burst = null
      ended = null
      return null
    }
    if (input.kind !== 'silence' && goesOn(input, settings)) return 'key'
    const before = burst
    const step = scannerStep(burst, input, settings)
    burst = step.burst
    let isTold = false
    if (step.typed !== undefined && field === null) {
      // The character that shows a person is told with the ones before it.
      isTold = input.kind === 'character' && burst === null
      // One by one, each drawn, so that the next character and an Enter meet what the one before has done.
      for (const character of step.typed.slice(told)) flushSync(() => tell(character))
    }
    if (step.scan !== undefined) {
      terminated = input.kind === 'end'
      deliver(step.scan)
    }
    if (input.kind === 'silence' && before !== null && burst === null) {
      ended = { burst: before, field: field ?? fieldEndingIn(before.text) }
    }
    if (burst?.startedAt !== before?.startedAt) {
      field = null
      told = 0
      lateMs = 0
    }
    // The first field that gets a character of it: focus may come to one in the middle, also by what was just told.
    const focused = document.activeElement
    if (input.kind === 'character' && burst?.isScan === false && field === null && isEditable(focused)) {
      field = { element: focused, value: focused.value }
    }
    if (burst?.isScan && !before?.isScan) restore()
    clearTimeout(timer)
    if (burst !== null) {
      lateMs = Math.max(lateMs, performance.now() - burst.lastAt)
      const wait = silenceAfter(burst, settings, lateMs, terminated)
      timer = setTimeout(() => take({ kind: 'silence', at: performance.now() }), wait)
    }
    if (step.swallow) return 'key'
    return isTold ? 'character' : null
  }

  /** Takes up the burst that a pause has ended too early. Is the key the end of a scan that was delivered already? */
  function goesOn({ kind, at }: ScannerInput, settings: ScannerSettings): boolean {
    const late = ended !== null && at - ended.burst.lastAt <= patience(settings) ? ended : null
    ended = null
    if (late === null) return false
    if (late.burst.isScan) return kind === 'end'
    if (kind === 'character') {
      burst = late.burst
      field = late.field
      told = late.burst.text.length
    }
    return false
  }

  /** Takes out of the field what a scan had left in it before it was known to be one. */
  function restore() {
    if (field?.element.isConnected && field.element.value !== field.value) setValue(field)
    field = null
  }

  function deliver(code: string) {
    restore()
    const handler = handlers.findLast(({ layer }) => layer === topLayer())
    if (handler) handler.handle(code)
    else onUseless(code)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Shift' || event.isComposing) return
    const { key, timeStamp: at } = event
    const taken = take(inputOf(event, at, burst))
    if (taken === null) return
    event.preventDefault()
    if (taken === 'character') return
    event.stopImmediatePropagation()
    swallowed.add(key)
  }

  // A button would take the release of a swallowed Enter for a press.
  const swallowed = new Set<string>()
  function onKeyUp(event: KeyboardEvent) {
    if (swallowed.delete(event.key)) event.stopImmediatePropagation()
  }

  window.addEventListener('keydown', onKeyDown, true)
  window.addEventListener('keyup', onKeyUp, true)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, true)
    window.removeEventListener('keyup', onKeyUp, true)
  }
}

function inputOf(event: KeyboardEvent, at: number, burst: Burst | null): ScannerInput {
  const { key } = event
  if (key === 'Enter' || key === 'Tab') return { kind: 'end', at }
  const character = key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat
  // A space begins no code, but presses buttons.
  if (!character || (key === ' ' && burst === null)) return { kind: 'other', at }
  return { kind: 'character', character: key, at }
}

/** Where a screen has put what was typed at it. */
function fieldEndingIn(text: string): Field | null {
  const element = document.activeElement
  if (!isEditable(element) || !element.value.endsWith(text)) return null
  return { element, value: element.value.slice(0, -text.length) }
}

/** Sets a field's value so that React hears of it. */
/** A field that took the focus from an earlier character of the same burst gets the rest of it as text. */
function tell(character: string) {
  const focused = document.activeElement
  if (isEditable(focused)) setValue({ element: focused, value: focused.value + character })
  else runCharacter(character)
}

function setValue({ element, value }: Field) {
  const prototype =
    element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
