import { createContext, useContext, useLayoutEffect } from 'react'

/** Dialogs lie over the screen: keys and scans go to the topmost layer only. */
export const LayerContext = createContext(0)

const open: number[] = []

/** The topmost layer that is on screen; 0 is the screen itself. */
export const topLayer = (): number => Math.max(0, ...open)

/** The layer that a component is on. */
export const useLayer = (): number => useContext(LayerContext)

/** Keeps a layer open for as long as the component lives, from before it is painted: no key or scan passes under it. */
export function useOpenLayer(layer: number): void {
  useLayoutEffect(() => {
    open.push(layer)
    return () => {
      open.splice(open.indexOf(layer), 1)
    }
  }, [layer])
}
