/** Limits that screens also check, without the schema library. */

/** Lower ports belong to the system. `usual` is the proposed one. */
export const restPorts = { min: 1024, max: 65_535, usual: 7460 } as const

/** Characters of a key issued elsewhere. A shorter one could be guessed. */
export const foreignKeyLength = { min: 24, max: 200 } as const

/** The most characters of the name of an API key. */
export const keyNameLength = 40

/** A tax PIN: letter, nine digits, letter (`authority §5.1`; `spec 8`: 11 characters). */
export const taxpayerPinForm = /^[A-Z]\d{9}[A-Z]$/
/** A branch of a taxpayer: two digits; `00` is the head office. */
export const branchForm = /^\d{2}$/
/** Printable ASCII without spaces. */
export const tokenForm = /^[\x21-\x7e]*$/
/** Unencrypted HTTP only on this computer: keys and invoices cross the network encrypted. */
export const authorityAddressForm =
  /^(https:\/\/[^\s/?#]+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?)([/?#]\S*)?$/i
/** As above, and a folder: names of files follow it. Empty: no updates. */
export const updateAddressForm =
  /^$|^(https:\/\/[^\s/?#]+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?)(\/[^\s?#]*)?$/i
export const updateAddressLength = 300
/**
 * Characters that a person may type to connect a device. More than a PIN and a branch have, because spaces are
 * removed later.
 */
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

/** Colours of items and categories on Sell. */
export const tileColours = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type TileColour = (typeof tileColours)[number]

/** Pictures of items: the longer side in pixels, bytes of the file, and the number that a shop can store. */
export const pictures = { side: 256, bytes: 30_000, most: 1000 } as const

/** Pages of Sell that a manager arranges, and items per page. */
export const sellPages = { most: 12, items: 60 } as const

/** How a new price is rounded: to whole shillings, to 5 or 10 of them, or so that it ends in 9. */
export const roundings = ['none', 'one', 'five', 'ten', 'nine'] as const

/** The most items per call that imports, changes or undoes many of them: a larger batch would delay a scan noticeably. */
export const itemsAtOnce = 50

/** Suppliers with lead days of their own. */
export const mostLeadDays = 500

/** Labels that are printed at once: in all, of one item, and of how many items. */
export const labels = { most: 1000, copies: 500, items: 500 } as const

// Control and format characters, lone surrogates and private use break printers, lists and other software. The two
// format characters that join letters stay: Persian names and some emoji need them.
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/gu
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Removes characters that a new text may not have: for text stored before the rule, and for foreign lists. */
export const withoutUnprintable = (value: string): string => value.replace(unprintable, '')

/**
 * True if this is a valid text for people: it is empty, or has a visible character and nothing that commands a
 * printer or a screen.
 */
export const isReadable = (value: string): boolean =>
  withoutUnprintable(value) === value && (value === '' || visible.test(value))
