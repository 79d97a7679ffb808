import {
  authorityAddressForm,
  branchForm,
  taxpayerPinForm,
  tokenForm,
} from '../../../core/contract/bounds.ts'
import type { InputOf } from '../../../core/contract/index.ts'
import type { ProfileView } from '../../../core/contract/workspace.ts'

export type Connection = InputOf<'profile.create'>
export type Dialect = NonNullable<Connection['dialect']>

/** In the order of the screen. */
export const blank = {
  name: '',
  taxpayerPin: '',
  branchId: '00',
  deviceSerial: '',
  authorityUrl: '',
  tokenUrl: '',
  apigeeAppId: '',
  consumerKey: '',
  consumerSecret: '',
}

export type Texts = typeof blank
export type TextName = keyof Texts
/** The error of a field, as a key of `shop.fault`. */
export type Fault = 'empty' | 'taxPin' | 'branch' | 'serial' | 'address' | 'appId' | 'key'

export const names = Object.keys(blank) as TextName[]
const gatewayNames: readonly TextName[] = ['tokenUrl', 'apigeeAppId', 'consumerKey', 'consumerSecret']
/** Asked for under Advanced: almost every shop leaves them as they are. */
export const advancedNames: readonly TextName[] = ['authorityUrl', ...gatewayNames]
const keyNames: readonly TextName[] = ['consumerKey', 'consumerSecret']
/** Once the authority knows the device. */
const fixedNames: readonly TextName[] = ['taxpayerPin', 'branchId', 'deviceSerial']

const anything = /^/
const rules: Record<TextName, readonly [RegExp, Fault]> = {
  name: [anything, 'empty'],
  taxpayerPin: [taxpayerPinForm, 'taxPin'],
  branchId: [branchForm, 'branch'],
  deviceSerial: [tokenForm, 'serial'],
  authorityUrl: [authorityAddressForm, 'address'],
  tokenUrl: [authorityAddressForm, 'address'],
  apigeeAppId: [tokenForm, 'appId'],
  consumerKey: [anything, 'key'],
  consumerSecret: [anything, 'key'],
}

interface Asked {
  dialect: Dialect
  /** The profile whose connection is corrected; absent for a new one. */
  profile?: ProfileView | null | undefined
}

const isAsked = (name: TextName, { dialect, profile }: Asked): boolean =>
  !(gatewayNames.includes(name) && dialect === 'legacy') &&
  !(fixedNames.includes(name) && profile?.deviceReady)

/** Every fault of what is asked for, by the rules of the core. */
export function faultsOf(texts: Texts, asked: Asked): Partial<Record<TextName, Fault>> {
  const faulty = names.flatMap((name): [TextName, Fault][] => {
    const text = texts[name].trim()
    const [form, fault] = rules[name]
    if (!isAsked(name, asked) || (text !== '' && form.test(text))) return []
    if (text === '' && keyNames.includes(name) && asked.profile?.gateway) return []
    return [[name, text === '' && !keyNames.includes(name) ? 'empty' : fault]]
  })
  return Object.fromEntries(faulty)
}

/** Fills the form from a profile. Its keys are never known. */
export const textsOf = ({ gateway, ...profile }: ProfileView): Texts => ({
  ...blank,
  ...gateway,
  name: profile.name,
  taxpayerPin: profile.taxpayerPin,
  branchId: profile.branchId,
  deviceSerial: profile.deviceSerial,
  authorityUrl: profile.authorityUrl,
})
