import { type Body, lines, text, whole } from '../body.ts'
import type { CallRequest } from '../calls/call.ts'
import { day, instant } from '../clock.ts'
import { isCode, isPayment } from '../data/codes.ts'
import { broken, type Refusal } from '../outcome.ts'
import { checkLineCount, checkTaxedDocument } from './arithmetic.ts'
import { checkItemClass, checkUnits } from './itemCode.ts'
import { checkNumber, scopeOf } from './numbers.ts'
import { checkAvailable, checkRegistered } from './stock.ts'

const CREDIT_NOTE_MONTHS = 6

/** All checks of a sale or credit note, in the authority's order (`authority §9`). */
export function checkSale(request: CallRequest): Refusal | undefined {
  const { body, strict } = request
  return (
    checkNumber(request, { kind: 'sales', table: 'sale', number: whole(body, 'invcNo') }) ??
    (strict ? notInFuture(request, 'salesDt') : undefined) ??
    checkKind(request) ??
    (strict ? checkStrictLines(request) : undefined) ??
    checkAvailable(request) ??
    checkTaxedDocument(request)
  )
}

const checkStrictLines = (request: CallRequest): Refusal | undefined =>
  checkLineCount(request.body) ??
  checkCodes(request) ??
  checkRegistered(request) ??
  checkPackages(request.body)

/** Dates may not be later than today by the authority's clock, Nairobi time (authority §5.3). */
export function notInFuture({ body, now }: CallRequest, name: string): Refusal | undefined {
  const date = text(body, name).slice(0, 8)
  return date <= day(now) ? undefined : broken(`Invalid ${name}: ${date} is in the future`)
}

function checkKind(request: CallRequest): Refusal | undefined {
  const kind = text(request.body, 'rcptTyCd')
  if (kind === 'S') return undefined
  return kind === 'R' ? checkCreditNote(request) : broken('Invalid rcptTyCd')
}

/** The original must be a sale of the same counter. Only strict checks require more (`authority §5.4`). */
function checkCreditNote(request: CallRequest): Refusal | undefined {
  const { store, body, strict } = request
  const row = store.get<{ body: string }>(
    "SELECT body FROM sale WHERE scope = ? AND number = ? AND kind = 'S'",
    scopeOf(request),
    whole(body, 'orgInvcNo'),
  )
  if (!row) return broken('orgInvcNo does not exist. Please update the field and try again')
  if (!strict) return undefined
  if (text(body, 'rfdDt') === '') return broken('Missing RfdDt Date')
  if (!isCode('32', text(body, 'rfdRsnCd'))) return broken('Invalid RfdRsnCd')
  return checkAgainstOriginal(body, JSON.parse(row.body) as Body)
}

function checkAgainstOriginal(body: Body, original: Body): Refusal | undefined {
  const [expected, found] = [text(original, 'custTin'), text(body, 'custTin')]
  if (expected !== found) return broken(`Invalid custTin. Expected: ${expected}, Found: ${found}`)
  const [sold, credited] = [text(original, 'salesDt'), text(body, 'salesDt')]
  if (credited < sold) return broken(`Invalid salesDt: ${credited} is before the original invoice of ${sold}`)
  if (credited > monthsLater(sold)) {
    return broken(`The original invoice of ${sold} is older than ${CREDIT_NOTE_MONTHS} months`)
  }
  return undefined
}

function monthsLater(date: string): string {
  const then = new Date((instant(date) ?? 0) + 12 * 60 * 60 * 1000)
  then.setUTCMonth(then.getUTCMonth() + CREDIT_NOTE_MONTHS)
  return day(then.getTime())
}

function checkCodes({ body, settings }: CallRequest): Refusal | undefined {
  if (!isCode('11', text(body, 'salesSttsCd'))) return broken('Invalid salesSttsCd')
  const payment = text(body, 'pmtTyCd')
  if (payment !== '' && !isPayment(settings, payment)) return broken('Invalid pmtTyCd')
  for (const line of lines(body)) {
    const refusal = checkUnits(line) ?? checkItemClass(line)
    if (refusal) return refusal
  }
  return undefined
}

/** The count belongs into `qty`: a net line is one package (authority §2.3). */
function checkPackages(body: Body): Refusal | undefined {
  for (const [index, line] of lines(body).entries()) {
    const packages = Number(line['pkg'])
    if (text(line, 'pkgUnitCd') !== 'NT' || packages === 1) continue
    return broken(`Invalid pkg for ItemList ${index + 1}. Expected: 1, Found: ${packages}`)
  }
  return undefined
}
