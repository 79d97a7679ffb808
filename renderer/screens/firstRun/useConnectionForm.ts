import { useRef, useState } from 'react'
import type { ProfileView } from '../../../core/contract/workspace.ts'
import {
  blank,
  type Connection,
  type Dialect,
  type Fault,
  faultsOf,
  names,
  type TextName,
  type Texts,
  textsOf,
} from './connectionForm.ts'

/** The form of a till's connection as the authority approved it. `profile`: whose connection is corrected; absent for a new one. */
export function useConnectionForm(profile?: ProfileView) {
  const [environment, setEnvironment] = useState<Connection['environment']>('sandbox')
  const [dialect, setDialect] = useState<Dialect>(profile?.dialect ?? 'legacy')
  const [texts, setTexts] = useState(profile ? textsOf(profile) : blank)
  const [faults, setFaults] = useState<Partial<Record<TextName, Fault>>>({})
  /** Is it as it was when it was last found right? Then what the core said of it still holds. */
  const [isSent, setSent] = useState(false)
  const inputs = useRef<Partial<Record<TextName, HTMLInputElement | null>>>({})
  return {
    profile,
    environment,
    setEnvironment,
    dialect,
    setDialect,
    texts,
    faults,
    isSent,
    inputs,
    change: (name: TextName, text: string) => {
      setTexts({ ...texts, [name]: text })
      setFaults({ ...faults, [name]: undefined })
      setSent(false)
    },
    /** Marks what is wrong and goes to the first of it, or answers what can be sent. */
    check: (): Connection | null => {
      const found = faultsOf(texts, { dialect, profile })
      const first = names.find((name) => found[name])
      setFaults(found)
      setSent(first === undefined)
      if (first) {
        inputs.current[first]?.focus()
        return null
      }
      const trimmed = Object.fromEntries(names.map((name) => [name, texts[name].trim()])) as Texts
      const { tokenUrl, apigeeAppId, consumerKey, consumerSecret, ...plain } = trimmed
      const gateway = { tokenUrl, apigeeAppId, consumerKey, consumerSecret }
      return { ...plain, environment, dialect, ...(dialect === 'gateway' ? { gateway } : {}) }
    },
  }
}
