/** The command line of `keys`. */
import { parseArgs } from 'node:util'
import { keyName } from '../contract/access.ts'
import { keyNameLength } from '../contract/bounds.ts'
import { FlagsError } from './gatewayFlags.ts'

const acts = ['list', 'mint', 'adopt', 'revoke'] as const

export interface KeyFlags {
  act: (typeof acts)[number]
  /** Absent: the operating system's folder. */
  data?: string
  /** Id of the profile. Absent: the only one; for a list, all. */
  app?: string
  /** What a new key is for. */
  name?: string
  /** Id of the key to revoke. */
  key?: string
}

/** Parses the arguments after the word `keys`. Throws {@link FlagsError}. */
export const readKeyFlags = (argv: string[]): KeyFlags => {
  const text = { type: 'string' } as const
  const parsed = (() => {
    try {
      return parseArgs({
        args: argv,
        allowPositionals: true,
        options: { data: text, app: text, key: text, name: text },
      })
    } catch (error) {
      throw new FlagsError((error as Error).message.split(/\. |\n/)[0] ?? '')
    }
  })()
  const { positionals, values } = parsed
  const act = acts.find((each) => positionals.length === 1 && each === positionals[0])
  if (!act) throw new FlagsError(`keys: name one of ${acts.join(', ')}`)
  if (values.data === '') throw new FlagsError('--data: the folder has no name')
  if (act === 'revoke' && !values.key)
    throw new FlagsError('keys revoke: name the key with --key ID; keys list shows its id')
  if (act !== 'revoke' && values.key !== undefined) throw new FlagsError('--key: only for keys revoke')
  const { name, ...others } = values
  if (name === undefined) return { act, ...others }
  if (act !== 'mint' && act !== 'adopt') throw new FlagsError('--name: only for keys mint and keys adopt')
  const named = keyName.safeParse(name)
  if (!named.data) throw new FlagsError(`--name: 1 to ${keyNameLength} characters that can be printed`)
  return { act, ...others, name: named.data }
}
