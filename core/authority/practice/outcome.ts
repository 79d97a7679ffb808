/** The outcome of a call, before it is wrapped in a dialect's envelope. */
export type Outcome =
  | { readonly kind: 'done'; readonly data: unknown }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  /** A strict check failed: the gateway reports it as text only, without a result code. */
  | { readonly kind: 'broken'; readonly text: string }

export type Refusal = Extract<Outcome, { kind: 'refused' | 'broken' }>

/** The texts of the official codes (authority §2.1). */
export const CODE_TEXTS: Readonly<Record<string, string>> = {
  '000': 'It is succeeded',
  '001': 'There is no search result',
  '900': 'There is no header information',
  '901': 'It is not a valid device',
  '902': 'This device is already installed',
  '903': 'Only an OSCU device can be verified',
  '910': 'Request parameter error',
  '911': 'Request body is empty',
  '912': 'Request method error',
  '921': 'Sales or invoice data already declared cannot be received',
  '922': 'Sales invoice can be received only after the sales data',
  '990': 'The maximum number of views has been exceeded',
  '991': 'There was an error during registration',
  '992': 'There was an error during modification',
  '993': 'There was an error during deletion',
  '994': 'There is overlapping data',
  '995': 'There is no file to download',
  '999': 'An unknown error has occurred. Please ask the administrator',
  E04: 'The device or branch is unknown',
}

export const done = (data: unknown = null): Outcome => ({ kind: 'done', data })

export const nothing: Outcome = { kind: 'nothing' }

/** Rows are returned under their wire name. No row is `001`, never an empty list (`authority §1.3`). */
export const found = (name: string, rows: readonly unknown[]): Outcome =>
  rows.length === 0 ? nothing : done({ [name]: rows })

export const refused = (code: string, text = CODE_TEXTS[code] ?? `Error ${code}`): Refusal => ({
  kind: 'refused',
  code,
  text,
})

export const broken = (text: string): Refusal => ({ kind: 'broken', text })
