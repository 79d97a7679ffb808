import { useRef, useState } from 'react'
import type { ProfileView } from '../../../core/contract/workspace.ts'
import { authorityAddresses } from '../../../core/fiscal/country.ts'
import {
  advancedNames,
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

/**
 * The form of a till's connection as the authority approved it. `profile`: whose connection is corrected; absent for a
 * new one. `known`: what is known of a new one.
 */
export function useConnectionForm(
  profile?: ProfileView | null,
  known: Partial<Texts> & Partial<Pick<Connection, 'environment'>> = {},
) {
  const { environment: knownEnvironment = 'sandbox', ...knownTexts } = known
  const [environment, setEnvironment] = useState(profile?.environment ?? knownEnvironment)
  const [dialect, setDialect] = useState<Dialect>(profile?.dialect ?? 'legacy')
  const [texts, setTexts] = useState(profile ? textsOf(profile) : { ...blank, ...knownTexts })
  const [faults, setFaults] = useState<Partial<Record<TextName, Fault>>>({})
  /** Is it as it was when it was last found right? Then what the core said of it still holds. */
  const [isSent, setSent] = useState(false)
  const [advanced, setAdvanced] = useState(false)
  const [tries, setTries] = useState(0)
  const inputs = useRef<Partial<Record<TextName, HTMLInputElement | null>>>({})
  const knownAddress = authorityAddresses[environment][dialect]
  const trimmed = Object.fromEntries(names.map((each) => [each, texts[each].trim()])) as Texts
  const asked: Texts = { ...trimmed, authorityUrl: trimmed.authorityUrl || (knownAddress ?? '') }
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
    /** Where the authority serves such devices; null: it is not known. */
    knownAddress,
    advanced,
    setAdvanced,
    /** How often faults were found. The cursor then goes to the first. */
    tries,
    /** Differs from the profile. */
    isChanged:
      !profile || profile.dialect !== dialect || JSON.stringify(asked) !== JSON.stringify(textsOf(profile)),
    change: (field: TextName, text: string) => {
      setTexts({ ...texts, [field]: text })
      setFaults({ ...faults, [field]: undefined })
      setSent(false)
    },
    /** Marks what is wrong, or answers what can be sent. */
    check: (): Connection | null => {
      const found = faultsOf(asked, { dialect, profile })
      const first = names.find((each) => found[each])
      setFaults(found)
      setSent(first === undefined)
      if (first) {
        if (advancedNames.includes(first)) setAdvanced(true)
        setTries(tries + 1)
        return null
      }
      const { tokenUrl, apigeeAppId, consumerKey, consumerSecret, ...plain } = asked
      const gateway = { tokenUrl, apigeeAppId, consumerKey, consumerSecret }
      return { ...plain, environment, dialect, ...(dialect === 'gateway' ? { gateway } : {}) }
    },
  }
}
