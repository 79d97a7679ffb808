import { createContext, useContext, useLayoutEffect, useSyncExternalStore } from 'react'

/** Dialogs lie over the screen: keys and scans go to the topmost layer only. */
export const LayerContext = createContext(0)

const open: number[] = []
const listeners = new Set<() => void>()
const changed = (): void => {
  for (const listener of listeners) listener()
}

/** The topmost layer that is on screen; 0 is the screen itself. */
export const topLayer = (): number => Math.max(0, ...open)

/** The layer that a component is on. */
export const useLayer = (): number => useContext(LayerContext)

/** Keeps a layer open for as long as the component lives, from before it is painted: no key or scan passes under it. */
export function useOpenLayer(layer: number): void {
  useLayoutEffect(() => {
    open.push(layer)
    changed()
    return () => {
      open.splice(open.indexOf(layer), 1)
      changed()
    }
  }, [layer])
}

const onChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether nothing lies over the layer that the component is on. */
export const useIsOnTop = (): boolean => useSyncExternalStore(onChange, topLayer) === useLayer()
