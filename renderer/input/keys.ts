import { useLayoutEffect, useRef } from 'react'
import { topLayer, useLayer } from './layers.ts'

export interface KeyBinding {
  /** As printed on the button: `F9`, `Shift+F4`, `Ctrl+L`, `Esc`, `Del`, `Enter`, `↑`, or one character such as `*`. */
  key: string
  /** The action in the screen's language; the list of keys (F1) shows it. Absent: not listed. */
  label?: string
  /** Gets the character for a binding of `0-9`. */
  run: (character: string) => void
  /** false: printed but not now. */
  enabled?: boolean
}

interface Registration {
  /** null: on every layer. */
  layer: number | null
  bindings: () => readonly KeyBinding[]
}

const registrations: Registration[] = []

const names: Record<string, string> = {
  Escape: 'Esc',
  Delete: 'Del',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
}

/** `Shift+F4` of a pressed key. A printable character stands for itself, whatever made it. */
function keyName(event: KeyboardEvent): string {
  const name = names[event.key] ?? event.key
  const character = event.key.length === 1 && event.key !== ' '
  return [
    event.ctrlKey || event.metaKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey && !character ? 'Shift+' : '',
    character && (event.ctrlKey || event.metaKey || event.altKey) ? name.toUpperCase() : name,
  ].join('')
}

/** Keys of a screen or dialog for as long as it is there. Of several with the same key the newest one answers. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  useRegistration(bindings, useLayer())
}

/** Keys that work under dialogs too. */
export function useKeysEverywhere(bindings: readonly KeyBinding[]): void {
  useRegistration(bindings, null)
}

function useRegistration(bindings: readonly KeyBinding[], layer: number | null): void {
  const latest = useRef(bindings)
  // Both run before the screen is painted, so that no key meets a button without its binding.
  useLayoutEffect(() => {
    latest.current = bindings
  })
  useLayoutEffect(() => {
    const registration = { layer, bindings: () => latest.current }
    registrations.push(registration)
    return () => {
      registrations.splice(registrations.indexOf(registration), 1)
    }
  }, [layer])
}

/** The keys of the topmost layer, newest first. */
export function activeKeys(): KeyBinding[] {
  const top = topLayer()
  return registrations
    .filter(({ layer }) => layer === top || layer === null)
    .toReversed()
    .flatMap(({ bindings }) => bindings())
    .filter(({ enabled }) => enabled !== false)
}

const find = (name: string) =>
  activeKeys().find(({ key }) => key === name || (key === '0-9' && /^[0-9]$/.test(name)))

/** Runs what a typed character is bound to. The scanner passes characters on once they are known to be typing. */
export function runCharacter(character: string): void {
  find(character)?.run(character)
}

/** Keys that edit text belong to the field they are pressed in. */
const editing = /^(Shift\+)?(Del|Backspace|Enter|Home|End|[↑↓←→]|Space|Tab)$/

export const isEditable = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)) ||
  target instanceof HTMLTextAreaElement

export const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('button, a, select, [role=option], [role=radio], [role=row]') !== null

function onKeyDown(event: KeyboardEvent): void {
  const name = keyName(event)
  // A shop's fingers reload by habit.
  if (name === 'F5' || name === 'Ctrl+R') event.preventDefault()
  if (event.defaultPrevented || event.isComposing || name.length === 1) return
  if (editing.test(name) && isEditable(event.target)) return
  if (/^(Enter|Space|[↑↓←→])$/.test(name) && isControl(event.target)) return
  const binding = find(name)
  if (!binding) return
  event.preventDefault()
  if (!event.repeat || /^[↑↓←→]$/.test(name)) binding.run(name)
}

/** Starts listening; the answer ends it. */
export function listenForKeys(): () => void {
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}
