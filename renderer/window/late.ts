import { type ComponentType, createElement, useEffect, useState } from 'react'
import { bridge } from '../bridge/index.ts'
import { linkState, onLinkState } from '../bridge/link.ts'

/** Milliseconds. A page that fails again so soon after its own reload is not reloaded once more without a person. */
const reloadAfterMs = 10_000
const reloadedKey = 'kaunta.reloaded'

// A reload by a person does not count: the till may end a second later, while this page fetches its screens.
const isOwnReload = sessionStorage.getItem(reloadedKey) !== null
sessionStorage.removeItem(reloadedKey)

const reload = (): void => {
  sessionStorage.setItem(reloadedKey, 'yes')
  location.reload()
}

/** Calls of a host that has just started are answered before the window knows that it is there. */
const hostIsThere = async (): Promise<void> => {
  // The window may hear that the host is gone only after a file could not be fetched. A call finds it out.
  await bridge.call('workspace.state', {})
  if (linkState() === 'up') return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = onLinkState(() => {
    if (linkState() === 'up') resolve()
  })
  await promise
  stop()
}

const load = async <P extends object>(fetch: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> => {
  try {
    return await fetch()
  } catch (error) {
    if (linkState() === 'up' && isOwnReload && performance.now() < reloadAfterMs) throw error
    await hostIsThere()
    reload()
    return new Promise<never>(() => {})
  }
}

/**
 * A part whose file comes when it is first shown, or by `load` before. The browser remembers a file that it could not
 * fetch while the host was away, or that an upgrade replaced. Only a new page gets it. The sale is kept, and the person
 * stays signed in. React's own `lazy` keeps an empty place for 300 ms, even for a file that is there.
 */
export const late = <P extends object>(fetch: () => Promise<ComponentType<P>>) => {
  let loaded: ComponentType<P> | undefined
  function Late(props: P) {
    const [part, setPart] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (part) return
      load(fetch).then(
        (component) => {
          loaded = component
          setPart(() => component)
        },
        (error: unknown) => setFailure({ error }),
      )
    }, [part])
    if (failure) throw failure.error
    return part ? createElement(part, props) : null
  }
  return Object.assign(Late, {
    /** Fetches it while nobody waits. */
    load: async () => {
      loaded ??= await fetch()
    },
  })
}
