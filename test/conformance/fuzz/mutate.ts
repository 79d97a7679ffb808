/** Makes something wrong out of a request that is right. */
import { headerNames, headerValues, nastyValue, pathPieces, rawPieces, texts, verbs } from './nasty.ts'
import type { Random } from './random.ts'

export interface Draft {
  method: string
  path: string
  headers: [name: string, value: string][]
  /** The body as a value, until a mutation makes text or bytes of it. */
  body: unknown
}

/** As it goes over the wire. */
export interface Wire {
  head: Buffer
  body: Buffer
  method: string
  /** Framing or headers are invalid: the sender hangs up afterwards, so that the two sides do not wait for each other. */
  finish: boolean
  /** It ends before its bytes do: the rest is a request of its own, and a refusal may be of that one. */
  twoInOne: boolean
  /** The change, so that a reader of a failure can repeat it. */
  did: string[]
}

type Holder = Record<string | number, unknown>

/** Every place in a value: its holder and its name there. */
const placesIn = (value: unknown): { holder: Holder; name: string | number }[] => {
  if (typeof value !== 'object' || value === null) return []
  const names = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [...names].flatMap((name) => [
    { holder: value as Holder, name },
    ...placesIn((value as Holder)[name]),
  ])
}

const changeValue = (draft: Draft, random: Random): string => {
  const places = placesIn(draft.body)
  if (places.length === 0) {
    draft.body = nastyValue(random)
    return 'body replaced'
  }
  const { holder, name } = random.pick(places)
  const at = String(name)
  switch (random.below(8)) {
    case 0:
      delete holder[name]
      return `${at} removed`
    case 1: {
      const value = holder[name]
      if (Array.isArray(value) && value.length > 0) {
        const wanted = random.pick([2, 50, 600])
        // A little over what a body may hold is enough.
        const times = Math.min(wanted, Math.ceil(2_000_000 / `${JSON.stringify(value[0])}`.length))
        holder[name] = Array.from({ length: times }, () => structuredClone(value[0]))
        return `${at} × ${times}`
      }
      holder[name] = [value]
      return `${at} in a list`
    }
    case 2:
      // In a list, text may look like an index far beyond its end.
      if (Array.isArray(holder)) holder.push(nastyValue(random))
      else holder[`${at}${random.pick(texts)}`] = nastyValue(random)
      return `${at} beside another`
    case 3:
      if (typeof holder[name] === 'string') holder[name] += random.pick(texts)
      else if (typeof holder[name] === 'number') holder[name] = -(holder[name] as number)
      return `${at} spoilt`
    default:
      holder[name] = nastyValue(random)
      return `${at} replaced`
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8')

const spoilText = (text: string, random: Random): { bytes: Buffer; did: string } => {
  const at = random.below(text.length + 1)
  switch (random.below(10)) {
    case 0:
      return { bytes: bytesOf(text.slice(0, at)), did: `cut at ${at}` }
    case 1: {
      const bytes = bytesOf(text)
      if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
      return { bytes, did: 'a byte flipped' }
    }
    case 2: {
      const bad = random.pick([
        [0xff],
        [0xc0, 0x80],
        [0xed, 0xa0, 0x80],
        [0xf5, 0x80, 0x80, 0x80],
        [0xe2, 0x82],
      ])
      return {
        bytes: Buffer.concat([bytesOf(text.slice(0, at)), Buffer.from(bad), bytesOf(text.slice(at))]),
        did: 'no UTF-8',
      }
    }
    case 3:
      return { bytes: Buffer.from(text, 'utf16le'), did: 'UTF-16' }
    case 4:
      return { bytes: bytesOf(`\ufeff${text}`), did: 'a byte order mark' }
    case 5: {
      const piece = random.pick(rawPieces)
      const colons = [...text.matchAll(/:(?=[^,}\]]+[,}\]])/g)].map(({ index }) => index)
      const colon = colons.length > 0 ? random.pick(colons) : 0
      const rest = text.slice(colon + 1).replace(/^[^,}\]]*/, piece)
      return { bytes: bytesOf(`${text.slice(0, colon + 1)}${rest}`), did: `raw ${piece.slice(0, 20)}` }
    }
    case 6:
      return {
        bytes: bytesOf(
          text.replace(/^\{("[^"]*":)/, (all, name) => `{${name}${random.pick(rawPieces)},${all.slice(1)}`),
        ),
        did: 'a name twice',
      }
    case 7:
      return {
        bytes: bytesOf(text + random.pick(['x', '{}', '\0', ']', ' '.repeat(2_000)])),
        did: 'more after it',
      }
    case 8:
      return { bytes: bytesOf('['.repeat(random.pick([30, 100_000]))), did: 'brackets without end' }
    default:
      return { bytes: bytesOf(text.slice(at) + text.slice(0, at)), did: `turned at ${at}` }
  }
}

const changeHeader = (draft: Draft, random: Random): string => {
  const { headers } = draft
  const index = random.below(headers.length)
  const name = headers[index]?.[0] ?? 'x'
  switch (random.below(5)) {
    case 0:
      headers.splice(index, 1)
      return `no ${name}`
    case 1:
      headers[index] = [name, random.pick(headerValues)]
      return `another ${name}`
    case 2:
      headers.push([name, random.pick(headerValues)])
      return `${name} twice`
    case 3: {
      const extra = random.pick(headerNames)
      headers.push([extra, random.pick(headerValues)])
      return `${extra} added`
    }
    default: {
      const count = random.pick([3, 200, 3_000])
      for (let each = 0; each < count; each += 1) headers.push([`x-${each}`, 'y'])
      return `${count} headers more`
    }
  }
}

const changePath = (draft: Draft, random: Random): string => {
  const piece = random.pick(pathPieces)
  const parts = draft.path.split('/')
  switch (random.below(4)) {
    case 0:
      parts[random.below(parts.length)] = encodeURIComponent(random.pick(texts).toWellFormed())
      draft.path = parts.join('/') || '/'
      return 'a part of the path replaced'
    case 1:
      draft.path = parts.slice(0, 1 + random.below(parts.length)).join('/') || '/'
      return 'path cut'
    case 2:
      draft.path = draft.path.toUpperCase()
      return 'path in capitals'
    default:
      draft.path += piece
      return `path + ${piece.slice(0, 20)}`
  }
}

const promisesLess = 'promises less'
/** Lies about the body's length, or says it in an odd way. */
const frame = (body: Buffer, random: Random): { lines: string[]; body: Buffer; did: string } => {
  switch (random.below(6)) {
    case 0:
      return { lines: [`Content-Length: ${body.length + 5}`], body, did: 'promises more' }
    case 1:
      return { lines: [`Content-Length: ${Math.max(0, body.length - 3)}`], body, did: promisesLess }
    case 2:
      return {
        lines: [`Content-Length: ${random.pick(['-1', 'x', '1e3', '99999999999999999999', ''])}`],
        body,
        did: 'no length',
      }
    case 3:
      return {
        lines: ['Transfer-Encoding: chunked'],
        body: Buffer.concat([bytesOf(`${body.length.toString(16)}\r\n`), body, bytesOf('\r\n0\r\n\r\n')]),
        did: 'in chunks',
      }
    case 4:
      return { lines: ['Transfer-Encoding: chunked'], body: bytesOf('zz\r\nnonsense\r\n'), did: 'no chunks' }
    default:
      return { lines: ['Content-Length: 2', 'Content-Length: 7'], body, did: 'two lengths' }
  }
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

/** One to three things done to a good request. */
export const mutated = (good: Draft, random: Random): Wire => {
  const draft: Draft = {
    ...structuredClone(good),
    headers: good.headers.map(([name, value]) => [name, value]),
  }
  const did: string[] = []
  let finish = false
  let bytes: Buffer | null = null
  let framed: ReturnType<typeof frame> | null = null
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const kind = random.next()
    if (kind < 0.62) did.push(changeValue(draft, random))
    else if (kind < 0.75) {
      const spoilt = spoilText(JSON.stringify(draft.body) ?? '', random)
      bytes = spoilt.bytes
      did.push(spoilt.did)
    } else if (kind < 0.84) {
      finish = true
      did.push(changeHeader(draft, random))
    } else if (kind < 0.93) did.push(changePath(draft, random))
    else if (kind < 0.97) {
      draft.method = random.pick(verbs)
      did.push(`as ${draft.method.slice(0, 10)}`)
    } else framed ??= frame(bytes ?? bytesOf(JSON.stringify(draft.body) ?? ''), random)
  }
  if (framed) {
    finish = true
    did.push(framed.did)
  }
  const plain = bytes ?? bytesOf(JSON.stringify(draft.body) ?? '')
  const body = framed ? framed.body : plain
  const lines = framed ? framed.lines : [`Content-Length: ${plain.length}`]
  const version = random.chance(0.005) ? random.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '']) : 'HTTP/1.1'
  const headers = draft.headers.map(([name, value]) => `${name}: ${value}`)
  const head = latin([`${draft.method} ${draft.path} ${version}`, ...headers, ...lines, '', ''].join('\r\n'))
  return {
    head,
    body,
    method: draft.method,
    finish: finish || version !== 'HTTP/1.1',
    twoInOne: framed?.did === promisesLess,
    did,
  }
}
