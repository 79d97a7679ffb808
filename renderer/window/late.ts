import { type ComponentType, lazy } from 'react'
import { linkState } from '../bridge/link.ts'

/** Milliseconds. A page that fails again so soon after it was loaded is not loaded once more without a person. */
const reloadAfterMs = 10_000

/**
 * A part whose file comes when it is first shown. The browser remembers a file that it could not fetch while the host
 * was away, or that an upgrade replaced. Only a new page gets it. The sale is kept, and the person stays signed in.
 */
export const late = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (linkState() !== 'up' || performance.now() < reloadAfterMs) throw error
      location.reload()
      return new Promise<never>(() => {})
    }
  })
