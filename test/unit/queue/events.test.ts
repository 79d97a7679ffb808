import { beforeEach, expect, it } from 'vitest'
import { gatherEvents } from '../../../core/base/emitter.ts'

type Event = { type: 'changed' | 'signed'; id?: number; itemIds?: number[] }

let emitted: Event[]
let timers: (() => void)[]
let emit: (event: Event) => void

beforeEach(() => {
  emitted = []
  timers = []
  const after = (_: number, callback: () => void) => {
    timers.push(callback)
    return () => {}
  }
  emit = gatherEvents<Event>((event) => emitted.push(event), {
    clock: { after },
    atOnce: ['signed'],
    ms: 100,
  })
})
const pass = () => timers.shift()?.()

it('the first event of a kind goes at once, what follows goes together and the same one once', () => {
  for (let n = 0; n < 50; n += 1) emit({ type: 'changed' })
  emit({ type: 'changed', id: 1 })
  expect(emitted).toEqual([{ type: 'changed' }])
  pass()
  expect(emitted).toEqual([{ type: 'changed' }, { type: 'changed' }, { type: 'changed', id: 1 }])
})

it('a quiet kind is emitted at once again, a busy one is held once more', () => {
  emit({ type: 'changed' })
  emit({ type: 'changed' })
  pass()
  emit({ type: 'changed' })
  expect(emitted).toHaveLength(2)
  pass()
  expect(emitted).toHaveLength(3)
  pass()
  emit({ type: 'changed' })
  expect(emitted).toHaveLength(4)
})

it('a signature is never held back', () => {
  for (let id = 0; id < 5; id += 1) emit({ type: 'signed', id })
  expect(emitted).toHaveLength(5)
})

it('events that are held together say all their items once; one that says none is about any', () => {
  emit({ type: 'changed' })
  for (const itemIds of [[1, 2], [2, 3], [1]]) emit({ type: 'changed', itemIds })
  pass()
  expect(emitted.at(-1)).toEqual({ type: 'changed', itemIds: [1, 2, 3] })
  emit({ type: 'changed', itemIds: [4] })
  emit({ type: 'changed' })
  emit({ type: 'changed', itemIds: [5] })
  pass()
  expect(emitted).toHaveLength(3)
  expect(emitted.at(-1)).toEqual({ type: 'changed' })
  for (let item = 0; item < 600; item += 1) emit({ type: 'changed', itemIds: [item] })
  pass()
  expect(emitted.at(-1)).toEqual({ type: 'changed' })
})
