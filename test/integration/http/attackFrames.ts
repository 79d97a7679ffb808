/** Requests that two readers could take apart differently: bodies, heads, request lines. */
import { goodKey } from '../../support/standInHost.ts'
import { type Attack, customer, type Good, request } from './attackRequest.ts'

const smuggled = (good: Good): string => request(good.look)
export const frames = (good: Good): Attack[] => {
  const chunked = 'Transfer-Encoding: chunked'
  const chunk = `${Buffer.byteLength(customer).toString(16)}\r\n${customer}\r\n0\r\n\r\n`
  const length = `Content-Length: ${Buffer.byteLength(customer)}`
  const bodies: [string, string[], string][] = [
    ['a length and chunks', [length, chunked], chunk],
    ['chunks and a length', [chunked, length], chunk],
    ['two lengths', ['Content-Length: 2', length], customer],
    ['two lengths in one', ['Content-Length: 2, 40'], customer],
    ['the same length twice in one', [`${length}, ${Buffer.byteLength(customer)}`], customer],
    ['a negative length', ['Content-Length: -1'], customer],
    ['a length with a sign', ['Content-Length: +40'], customer],
    ['a length with letters', ['Content-Length: 40abc'], customer],
    ['a hexadecimal length', ['Content-Length: 0x28'], customer],
    ['an endless length', ['Content-Length: 99999999999999999999999'], customer],
    ['an encoding nobody knows', ['Transfer-Encoding: xchunked'], chunk],
    ['chunked before another encoding', ['Transfer-Encoding: chunked, identity'], chunk],
    ['chunked and a length behind a blank', ['Transfer-Encoding : chunked', length], chunk],
    ['chunked behind a vertical tab', ['Transfer-Encoding: \x0bchunked'], chunk],
    ['two encodings', ['Transfer-Encoding: identity', chunked], chunk],
    ['a chunk of a negative size', [chunked], `-5\r\n${customer}\r\n0\r\n\r\n`],
    ['a chunk of a hexadecimal size', [chunked], `0x28\r\n${customer}\r\n0\r\n\r\n`],
    ['a chunk larger than all numbers', [chunked], `FFFFFFFFFFFFFFFFF\r\n${customer}\r\n0\r\n\r\n`],
    ['a chunk that ends with a bare line feed', [chunked], chunk.replaceAll('\r\n', '\n')],
    ['a chunk extension with a line feed', [chunked], chunk.replace('\r\n', ';a=\nb\r\n')],
    ['a chunk extension without an end', [chunked], chunk.replace('\r\n', `;a=${'x'.repeat(70_000)}\r\n`)],
    ['a body larger than is taken', ['Content-Length: 1048577'], customer],
  ]
  return [
    ...bodies.map(([name, length, body]) => ({
      name,
      bytes: request({ ...good.write, length, body: body + smuggled(good) }),
    })),
    {
      name: 'chunks in HTTP/1.0',
      bytes: request({
        ...good.write,
        line: 'POST /api/v1/customers HTTP/1.0',
        length: [chunked, length],
        body: chunk,
      }),
    },
  ]
}

export const heads = (good: Good): Attack[] => {
  const lines: [string, string[]][] = [
    ['a header that continues in the next line', ['X-A: b', ' x-api-key: c']],
    ['a header that begins with a blank', [' X-A: b']],
    ['a blank before the colon', ['X-A : b']],
    ['a header without a colon', ['X-A']],
    ['a header without a name', [': b']],
    ['a NUL in a header', ['X-A: b\0c']],
    ['a bare line feed in a header', ['X-A: b\nOrigin: x']],
    ['a bare carriage return in a header', ['X-A: b\rOrigin: x']],
    ['a header of 20,000 characters', [`X-A: ${'x'.repeat(20_000)}`]],
    ['a thousand headers', Array.from({ length: 1_000 }, (_, index) => `X-${index}: 1`)],
    [
      '2,100 headers before a foreign Origin',
      [...Array.from({ length: 2_100 }, () => 'a:b'), 'Origin: https://evil.example'],
    ],
    ['two keys', [`x-api-key: ${goodKey}`]],
  ]
  return [
    ...lines.map(([name, headers]) => ({
      name,
      bytes: request({ ...good.look, headers: [...headers, ...good.look.headers] }),
    })),
    ...['GET /api/v1/items HTTP/9.9', 'GET /api/v1/items HTTP/1.1 x', '\x16\x03\x01'].map((line) => ({
      name: `the request line ${JSON.stringify(line)}`,
      bytes: request({ ...good.look, line }),
    })),
  ]
}
