/** Shows a window that the till was switched to another profile. */
import { useEffect, useRef, useState } from 'react'
import { dismissNotices, notify } from '../components/notices.ts'
import { common } from '../i18n/common.ts'
import { say } from '../i18n/index.ts'
import { navigate } from './navigation.ts'
import type { Profile } from './session.ts'

let chosen: string | null = null

/** Notes that the person at this window chose the profile, so that the window does not report a foreign switch. */
export function chooseProfile(id: string): void {
  chosen = id
}

/**
 * Follows the till from one profile to the next and clears the messages and the screen of the old one. `left` is the
 * old profile until `forget`, if another window switched. `profile` is null while nobody works here.
 */
export function useProfileSwitch(profile: Profile | null): { left: Profile | null; forget: () => void } {
  const shown = useRef(profile)
  const [left, setLeft] = useState<Profile | null>(null)
  useEffect(() => {
    const before = shown.current
    if (!profile) return
    shown.current = profile
    if (!before || before.id === profile.id) return
    dismissNotices()
    if (chosen === profile.id) {
      notify({ tone: 'ok', text: say(common, 'switched.here', { name: profile.name }) })
    } else {
      navigate('sell')
      setLeft(before)
    }
    chosen = null
  }, [profile])
  return { left, forget: () => setLeft(null) }
}
