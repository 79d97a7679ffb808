import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { keyboardSeen, recallKeyboard } from './keyboardSeen.ts'
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
  // Registers before the screen is painted, so that no scan meets a screen without its handler.
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
  /** The field that the burst changed, as it was before. */
  field: Field | null
}

/** The part of a key that other listeners must not get: all of it, or only the character that the browser would type. */
type Taken = 'key' | 'character' | null

/** Keys that a scanner presses too, and what screen keyboards report. */
const notOfPeople = /^(Control|Alt|AltGraph|Meta|CapsLock|NumLock|Process|Unidentified|Dead)$/

/** Starts listening; `onUseless` gets a scan that no screen handles. Returns the function that stops listening. */
export function listenForScans(onUseless: ScanHandler): () => void {
  let burst: Burst | null = null
  /** The field that a burst began in, as it was before. */
  let field: Field | null = null
  /** How many characters of the burst the screen already has. */
  let shown = 0
  /** A busy computer delivers keys late. Their own time stamps may show that the next key belongs to this burst. */
  let ended: Ended | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The longest delay of a key of this burst, milliseconds. */
  let lateMs = 0
  /** Did the last scan end with a key? */
  let terminated = false
  recallKeyboard()

  function take(input: ScannerInput): Taken {
    if (settings === null) {
      burst = null
      ended = null
      return null
    }
    if (input.kind !== 'silence' && continueBurst(input, settings)) return 'key'
    const before = burst
    const isOutside = field === null && !isEditable(document.activeElement)
    const step = scannerStep(burst, input, settings)
    burst = step.burst
    if (step.typed !== undefined) keyboardSeen()
    let isShown = false
    if (step.typed !== undefined && field === null) {
      // The character that reveals a person is typed together with the ones before it.
      isShown = input.kind === 'character' && burst === null
      // React renders after each character, so that the next one and an Enter meet its result.
      for (const character of step.typed.slice(shown)) flushSync(() => typeCharacter(character))
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
      shown = 0
      lateMs = 0
    }
    // Keeps the first field that gets a character of the burst. A character above may have moved the focus to a field.
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
    const isContinued = isShown || (burst !== null && burst.text.length > 1)
    // The space between two words would press the button that has the focus. It is typed with the words.
    const isSpaceBetween = input.kind === 'character' && input.character === ' ' && isOutside && isContinued
    if (step.swallow || isSpaceBetween) return 'key'
    return isShown ? 'character' : null
  }

  /** Continues a burst that a pause ended too early. Answers whether the key ends a scan that was already delivered. */
  function continueBurst({ kind, at }: ScannerInput, settings: ScannerSettings): boolean {
    const late = ended !== null && at - ended.burst.lastAt <= patience(settings) ? ended : null
    ended = null
    if (late === null) return false
    if (late.burst.isScan) return kind === 'end'
    if (kind === 'character') {
      burst = late.burst
      field = late.field
      shown = late.burst.text.length
    }
    return false
  }

  /** Removes the characters that a scan typed into the field before it was recognised as a scan. */
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
    const input = inputOf(event, at, burst)
    const isAlone = burst === null && input.kind !== 'character'
    const target = document.activeElement
    const taken = take(input)
    if (taken === null && isAlone && !notOfPeople.test(key)) keyboardSeen()
    const focused = document.activeElement
    // A late space ends the wait for words that moved the focus to a field. The browser types it there.
    if (taken === null && key === ' ' && focused !== target && isEditable(focused))
      event.stopImmediatePropagation()
    if (taken === null) return
    event.preventDefault()
    if (taken === 'character') return
    event.stopImmediatePropagation()
    swallowed.add(key)
  }

  // A button would take the release of a swallowed Enter or space for a press.
  const swallowed = new Set<string>()
  function onKeyUp(event: KeyboardEvent) {
    if (!swallowed.delete(event.key)) return
    event.preventDefault()
    event.stopImmediatePropagation()
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

/** The focused field, if the text was typed into it. */
function fieldEndingIn(text: string): Field | null {
  const element = document.activeElement
  if (!isEditable(element) || !element.value.endsWith(text)) return null
  return { element, value: element.value.slice(0, -text.length) }
}

/** A field that took the focus from an earlier character of the same burst gets the rest of it as text. */
function typeCharacter(character: string) {
  const focused = document.activeElement
  if (isEditable(focused)) setValue({ element: focused, value: focused.value + character })
  else runCharacter(character)
}

/** Sets a field's value and lets React notice it. */
function setValue({ element, value }: Field) {
  const prototype =
    element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
