import { type Body, hundredthsOf, isMissing, isObject } from '../body.ts'
import { instant } from '../clock.ts'
import { broken, type Refusal, refused } from '../outcome.ts'

type Field = {
  readonly name: string
  readonly kind: 'C' | 'N' | 'D'
  readonly length: number
  readonly scale: number
  readonly required: boolean
}

/** The members of a call as the authority's own tables have them (authority §1.4). */
export type FieldTable = {
  readonly members: readonly Field[]
  readonly receipt?: readonly Field[]
  readonly lines?: readonly Field[]
  /** What the strict checks say instead of the usual list when a member is missing. */
  readonly missing?: Readonly<Record<string, string>>
}

/**
 * Reads a table in the notation of authority §1.4: `name TYPE Y|N`, several to a line, separated by commas.
 * Types are `C20` (characters), `N18.2` (digits, decimals) and `D8` or `D14` (a date of so many digits).
 */
export function fields(table: string): readonly Field[] {
  return table
    .split(/[,\n]/)
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const parts = /^(\w+) ([CND])(\d+)(?:\.(\d))? ([YN])$/.exec(row)
      if (!parts) throw new Error(`Unreadable field row: ${row}`)
      const [, name = '', kind, length, scale = '0', required] = parts
      return {
        name,
        kind: kind as Field['kind'],
        length: Number(length),
        scale: Number(scale),
        required: required === 'Y',
      }
    })
}

/** The registering and the modifying person: part of nearly every save (authority §1.4, AUD). */
export const AUDIT = 'regrId C20 Y, regrNm C60 Y, modrId C20 Y, modrNm C60 Y'

/** The fifteen tax fields of sales and purchases and their three totals. */
export const TAXES = [
  ...['A', 'B', 'C', 'D', 'E'].flatMap((type) => [
    `taxblAmt${type} N18.2 Y`,
    `taxRt${type} N7.2 Y`,
    `taxAmt${type} N18.2 Y`,
  ]),
  'totTaxblAmt N18.2 Y, totTaxAmt N18.2 Y, totAmt N18.2 Y',
].join(', ')

/** Finds every missing or malformed member. The answer is `910` with the whole list (`authority §2.3`). */
export function checkFields(body: Body, table: FieldTable, strict: boolean): Refusal | undefined {
  if (strict) {
    const name = Object.keys(table.missing ?? {}).find((member) => isMissing(body[member]))
    const text = name === undefined ? undefined : table.missing?.[name]
    if (text !== undefined) return broken(text)
  }
  const problems = table.members.flatMap((field) => problem(body, field, '', strict))
  if (table.receipt) problems.push(...receiptProblems(body['receipt'], table.receipt, strict))
  if (table.lines) problems.push(...lineProblems(body['itemList'], table.lines, strict))
  if (problems.length === 0) return undefined
  return refused('910', `Request parameter error${problems.map((each) => `[${each}]`).join('')}`)
}

function receiptProblems(receipt: unknown, members: readonly Field[], strict: boolean): string[] {
  if (!isObject(receipt)) return ['<receipt> : may not be empty']
  return members.flatMap((field) => problem(receipt, field, 'receipt.', strict))
}

function lineProblems(list: unknown, members: readonly Field[], strict: boolean): string[] {
  if (!Array.isArray(list) || list.length === 0) return ['<itemList> : may not be empty']
  return list.flatMap((line: unknown, index) =>
    isObject(line)
      ? members.flatMap((field) => problem(line, field, `itemList[${index}].`, strict))
      : [`<itemList[${index}]> : must be an object`],
  )
}

function problem(body: Body, field: Field, prefix: string, strict: boolean): string[] {
  const value = body[field.name]
  const name = `<${prefix}${field.name}>`
  if (isMissing(value)) return field.required ? [`${name} : may not be empty`] : []
  const complaint = field.kind === 'N' ? numberComplaint(value, field, strict) : textComplaint(value, field)
  return complaint === undefined ? [] : [`${name} : ${complaint}`]
}

function textComplaint(value: unknown, field: Field): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return 'must be text'
  const text = String(value)
  if (field.kind === 'D') {
    return text.length === field.length && instant(text) !== undefined
      ? undefined
      : `must be a date of ${field.length} digits`
  }
  return text.length > field.length ? `length must be between 0 and ${field.length}` : undefined
}

function numberComplaint(value: unknown, field: Field, strict: boolean): string | undefined {
  const hundredths = hundredthsOf(value)
  if (hundredths === undefined) return 'must be a number'
  const [whole = '', fraction = ''] = String(value).replace('-', '').split('.')
  const digits = field.length - field.scale
  const tooFine = fraction.replace(/0+$/, '').length > field.scale
  // The loose checks accepted float residues of ERP systems, and negative credit notes (`authority §5.4`, `§6.1`).
  if (
    whole.length > digits ||
    !Number.isSafeInteger(hundredths) ||
    ((strict || field.scale === 0) && tooFine)
  ) {
    return `numeric value out of bounds (<${digits} digits>.<${field.scale} digits> expected)`
  }
  return strict && String(value).startsWith('-') ? 'must be greater than or equal to 0' : undefined
}
