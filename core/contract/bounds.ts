/** Bounds that screens check as well, without the schemas' library. */

/** Ports below are the system's own; `usual` is the one that is proposed. */
export const restPorts = { min: 1024, max: 65_535, usual: 7460 } as const

/** Characters of a key that was issued elsewhere: too short a one could be guessed. */
export const foreignKeyLength = { min: 24, max: 200 } as const

/** A taxpayer's PIN: letter, nine digits, letter (`authority §5.1`; `spec 8`: 11 characters). */
export const taxpayerPinForm = /^[A-Z]\d{9}[A-Z]$/
/** A branch of a taxpayer: two digits; `00` is the head office. */
export const branchForm = /^\d{2}$/
/** Printable ASCII without spaces. */
export const tokenForm = /^[\x21-\x7e]*$/
/** The authority is spoken to in clear only on this computer: keys and invoices go over the network encrypted. */
export const authorityAddressForm =
  /^(https:\/\/[^\s/?#]+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?)([/?#]\S*)?$/i
/** Characters that a person may type to connect a device; more than a PIN and a branch have, for spaces are cut off later. */
export const connectionLengths = {
  name: 60,
  taxpayerPin: 20,
  branchId: 20,
  deviceSerial: 100,
  authorityUrl: 500,
  tokenUrl: 500,
  consumerKey: 200,
  consumerSecret: 200,
  apigeeAppId: 100,
} as const

/** Rows that one call of `item.importRows` takes: as many as are made before a scan would notice. */
export const importRowsAtOnce = 50

// Control and format characters, lone surrogates and private use break printers, lists and other software. Of the format
// characters the two that join letters stay: Persian names and some emoji need them.
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/gu
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Takes out what a new text may not have: for text that was kept before it was refused, and for lists that others wrote. */
export const withoutUnprintable = (value: string): string => value.replace(unprintable, '')

/** May this be a text for people? It is empty, or something of it can be seen and nothing commands a printer or a screen. */
export const isReadable = (value: string): boolean =>
  withoutUnprintable(value) === value && (value === '' || visible.test(value))
