import { setImmediate } from 'node:timers/promises'
import type { OffThread } from '../../base/offThread.ts'
import type { Clock, Log } from '../../base/ports.ts'
import { toWireDateTime } from '../../fiscal/dates.ts'
import type { Answer, Authority, Exchange, Outcome } from '../port.ts'
import { readBranches, readCodes, readItemClasses, readItems, readNotices } from './answers.ts'
import { readArrivals } from './arrivals.ts'
import * as calls from './calls.ts'
import { readAnswer } from './envelope.ts'
import { readImportEntries } from './importEntries.ts'
import { redact } from './redact.ts'
import type { TakenList } from './splitBody.ts'
import { readSupplierInvoices } from './supplierInvoices.ts'
import { createTokens, type Gateway, type TokenResult } from './token.ts'
import { createTransport, type Timeouts, type Transport } from './transport.ts'
import type { Dialect } from './wire.ts'

export interface OscuOptions {
  /** Which of the authority's two interfaces this is (`authority §0.1`). */
  dialect: Dialect
  /** With the host's prefix. A slash at the end does not matter. */
  baseUrl: string
  taxpayerPin: string
  branchId: string
  deviceSerial: () => string
  /** null until the device is initialised. */
  cmcKey: () => Promise<string | null>
  /** Further credentials of the gateway. Unused on the legacy host. */
  gateway?: Gateway
  /** Milliseconds; by default 10 s to connect and 30 s for the response. */
  timeouts?: Timeouts
  /** Replaces HTTP in the simulation. */
  transport?: Transport
  clock: Pick<Clock, 'now' | 'monotonic' | 'uptime'>
  log: Log
  /** Parses long lists. */
  offThread?: OffThread
}

const defaultTimeouts: Timeouts = { connectMs: 10_000, answerMs: 30_000 }
const day = 24 * 60 * 60 * 1_000
/** Stored per attempt. Only lists are longer; a document's response is far shorter. */
const keptCharacters = 20_000

const noKey: Outcome<never> = {
  kind: 'notInitialised',
  code: '900',
  text: 'This device has no key yet: it must be initialised first.',
}

/**
 * The tax authority over HTTP, in either dialect (`authority §1`). No method throws. None repeats a request that may
 * have arrived. No secret reaches an {@link Exchange}, a text or the log.
 */
export function createOscu(options: OscuOptions): Authority {
  const { dialect, taxpayerPin, branchId, clock, log } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const transport =
    options.transport ?? createTransport(options.timeouts ?? defaultTimeouts, options.offThread)
  const gateway = dialect === 'gateway' ? options.gateway : undefined
  const tokens = gateway ? createTokens(gateway, transport, clock.monotonic) : null

  async function perform<T>(call: calls.Call<T>): Promise<Answer<T>> {
    // A response that was delayed by sleep is that much older.
    const passed = () => clock.uptime() ?? clock.monotonic()
    const started = passed()
    const exchange: Exchange = {
      request: '',
      response: null,
      httpStatus: null,
      durationMs: 0,
      authorityTime: null,
    }
    const outcome = await attempt(call, exchange).catch((error: unknown): Outcome<T> => {
      const text = `${call.name}: ${error instanceof Error ? error.message : String(error)}`
      log.error({ call: call.name, error: text }, 'A call to the tax authority failed unexpectedly')
      return { kind: exchange.httpStatus === null ? 'neverArrived' : 'mayHaveArrived', text }
    })
    exchange.durationMs = Math.round(passed() - started)
    const { httpStatus, durationMs } = exchange
    log.debug({ call: call.name, outcome: outcome.kind, httpStatus, durationMs }, 'Called the tax authority')
    return { ...outcome, exchange }
  }

  async function attempt<T>(call: calls.Call<T>, exchange: Exchange): Promise<Outcome<T>> {
    const key = call.key === 'none' ? null : (call.cmcKey ?? (await options.cmcKey())) || null
    if (key === null && !call.key) return noKey
    return send(call, { exchange, key, mayRenew: true })
  }

  async function send<T>(
    call: calls.Call<T>,
    { exchange, key, mayRenew }: { exchange: Exchange; key: string | null; mayRenew: boolean },
  ): Promise<Outcome<T>> {
    const granted: TokenResult = tokens ? await tokens.get() : { token: '' }
    const url = `${baseUrl}/${calls.pathOf(call.name, dialect)}`
    const body = JSON.stringify(call.body())
    const token = 'token' in granted ? granted.token : ''
    const headers = headersFor(key, token)
    const secrets = [key ?? '', token, ...(tokens?.shown() ?? [])]
    const hide = (text: string) => redact(text, secrets)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    exchange.request = hide([`POST ${url}`, ...lines, '', body].join('\n'))
    exchange.response = null
    exchange.httpStatus = null
    if ('failure' in granted) return granted.failure

    const delivery = await transport.send({ method: 'POST', url, headers, body, long: call.long ?? false })
    if (delivery.kind !== 'answered') return delivery
    const { outcome, authorityTime } = readAnswer(delivery.status, delivery.body)
    exchange.httpStatus = delivery.status
    exchange.response = shorten(hide(delivery.body))
    exchange.authorityTime = authorityTime
    if (tokens && outcome.kind === 'notAuthorised' && outcome.code === '401' && mayRenew) {
      // Rejected before it was processed, so a retry with a new token cannot do it twice.
      tokens.forget(token)
      return send(call, { exchange, key, mayRenew: false })
    }
    return delivery.list && outcome.kind === 'accepted'
      ? readPieces(call, outcome.data, delivery.list)
      : conclude(call, outcome, hide)
  }

  function headersFor(key: string | null, token: string): Record<string, string> {
    return {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      tin: taxpayerPin,
      bhfId: branchId,
      ...(key === null ? {} : { cmcKey: key }),
      ...(gateway && {
        Authorization: `Bearer ${token}`,
        apigee_app_id: gateway.apigeeAppId,
        dvcSrlNo: options.deviceSerial(),
      }),
    }
  }

  /** The gateway's queries need the caller's identity again in the body (`authority §1.2`). */
  function asking<T>(call: calls.Call<T>): Promise<Answer<T>> {
    if (dialect === 'legacy') return perform(call)
    return perform({ ...call, body: () => ({ tin: taxpayerPin, bhfId: branchId, ...call.body() }) })
  }

  return {
    initialise: (serial) =>
      perform(calls.initialiseCall({ tin: taxpayerPin, bhfId: branchId, dvcSrlNo: serial })),
    probe: (cmcKey) =>
      asking({
        ...calls.probeCall(toWireDateTime(clock.now() - day)),
        ...(cmcKey === undefined ? {} : { cmcKey }),
      }),
    codes: (since) => asking(calls.listCall('codes', since, readCodes)),
    itemClasses: (since) => asking(calls.listCall('itemClasses', since, readItemClasses)),
    notices: (since) => asking(calls.listCall('notices', since, readNotices)),
    branches: (since) => asking(calls.listCall('branches', since, readBranches)),
    items: (since) => asking(calls.listCall('items', since, (data) => readItems(data, branchId))),
    taxpayer: (pin) => asking(calls.taxpayerCall(pin)),
    saveItem: (item) => perform(calls.saveItemCall(item)),
    saveCustomer: (customer) => perform(calls.saveCustomerCall(customer)),
    submitSale: (sale) => perform(calls.submitSaleCall(sale)),
    findInvoice: (number) => asking(calls.findInvoiceCall(number)),
    recordStock: (record) => perform(calls.recordStockCall(record, dialect)),
    saveStockMaster: (record) => perform(calls.saveStockMasterCall(record)),
    supplierInvoices: (since) => asking(calls.listCall('supplierInvoices', since, readSupplierInvoices)),
    arrivals: (since) => asking(calls.listCall('arrivals', since, readArrivals)),
    confirmPurchase: (purchase) => perform(calls.confirmPurchaseCall(purchase)),
    importEntries: (since) => asking(calls.listCall('importEntries', since, readImportEntries)),
    decideImport: (decision) => perform(calls.decideImportCall(decision)),
    saveInsurance: (insurance) => perform(calls.saveInsuranceCall(insurance)),
    async close() {
      transport.close()
    },
  }
}

/** Reads a list of tens of thousands of rows without stopping the till. */
async function readPieces<T>(
  call: calls.Call<T>,
  data: unknown,
  { member, pieces }: TakenList,
): Promise<Outcome<T>> {
  const rows: unknown[] = []
  for (const piece of pieces) {
    await setImmediate()
    const read = accept(call, { ...(data as object), [member]: JSON.parse(piece) })
    if (read.kind !== 'accepted') return read
    rows.push(...(read.data as unknown[]))
  }
  return { kind: 'accepted', data: rows as T }
}

const accept = <T>(call: calls.Call<T>, data: unknown): Outcome<T> =>
  call.read(data) ?? {
    kind: 'mayHaveArrived',
    text: 'It was accepted, but the response lacks required data.',
  }

function conclude<T>(
  call: calls.Call<T>,
  outcome: Outcome<unknown>,
  hide: (text: string) => string,
): Outcome<T> {
  if (outcome.kind === 'accepted') return accept(call, outcome.data)
  if (outcome.kind === 'nothingFound') {
    // A save is not a query, so this says nothing about the document. Kaunta queries it instead of treating it as
    // rejected.
    const text = 'There is no search result'
    return call.nothing ?? { kind: 'refused', code: '001', text, undocumented: true }
  }
  return { ...outcome, text: hide(outcome.text) }
}

function shorten(text: string): string {
  if (text.length <= keptCharacters) return text
  return `${text.slice(0, keptCharacters)}… (${text.length} characters)`
}
