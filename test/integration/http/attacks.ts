/** Attacks on the local server, each with valid credentials. */
import { goodKey } from '../../support/standInHost.ts'
import { frames, heads } from './attackFrames.ts'
import { type Attack, call, type Good, goodRequests, request, type Target } from './attackRequest.ts'

const hosts = (port: number): (string | null)[] => [
  ...[
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `localhost.evil.example:${port}`,
  ],
  ...[
    `localhost.:${port}`,
    `127.0.0.1.:${port}`,
    '127.0.0.1',
    'localhost',
    `127.0.0.1:${port + 1}`,
    `127.0.0.1:0${port}`,
  ],
  ...[`0.0.0.0:${port}`, `127.1:${port}`, `2130706433:${port}`, `0x7f.0.0.1:${port}`, `127.0.0.2:${port}`],
  ...[
    `[::]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `[::1].evil.example:${port}`,
    `::1:${port}`,
    `[::1%25lo]:${port}`,
  ],
  ...[
    `user@127.0.0.1:${port}`,
    `127.0.0.1:${port}@evil.example`,
    `127.0.0.1:${port},evil.example`,
    `127.0.0.1:${port}/`,
  ],
  ...[`127.0.0.1:${port} evil.example`, `http://127.0.0.1:${port}`, `ⅼocalhost:${port}`, '', null],
]

const rebinding = (good: Good, { port }: Target): Attack[] => [
  ...(['window', 'look', 'events'] as const).flatMap((which) =>
    hosts(port).map((host) => ({
      name: `${which} under Host ${host}`,
      bytes: request({ ...good[which], host }),
    })),
  ),
  ...(['X-Forwarded-Host', 'X-Host', 'Forwarded', 'X-Original-Host'] as const).map((name) => ({
    name: `a foreign Host with ${name} of ours`,
    bytes: request({
      ...good.look,
      host: 'evil.example',
      headers: [...good.look.headers, `${name}: ${name === 'Forwarded' ? 'host=' : ''}127.0.0.1:${port}`],
    }),
  })),
  ...[
    ['ours first', `127.0.0.1:${port}`, 'evil.example'],
    ['ours last', 'evil.example', `127.0.0.1:${port}`],
    ['ours twice', `127.0.0.1:${port}`, `127.0.0.1:${port}`],
  ].map(([name, first = '', second]) => ({
    name: `two Hosts, ${name}`,
    bytes: request({ ...good.look, host: first, headers: [`Host: ${second}`, ...good.look.headers] }),
  })),
  ...[
    'http://evil.example',
    'https://evil.example',
    `http://evil.example:${port}`,
    'HTTP://evil.example',
    '//evil.example',
  ].map((authority) => ({
    name: `the whole address ${authority} in the request line`,
    bytes: request({ ...good.look, line: `GET ${authority}/api/v1/items HTTP/1.1` }),
  })),
]

const crossSite = (good: Good, { port }: Target): Attack[] => {
  const own = `http://127.0.0.1:${port}`
  const headers = [
    ...[
      'https://evil.example',
      'null',
      '',
      'file://',
      'chrome-extension://abcdef',
      `http://localhost:${port}`,
      'http://127.0.0.1',
    ].map((origin) => `Origin: ${origin}`),
    ...[
      `https://127.0.0.1:${port}`,
      `${own}.evil.example`,
      `${own}/`,
      `${own}, https://evil.example`,
      `http://[::1]:${port}`,
    ].map((origin) => `Origin: ${origin}`),
    ...['cross-site', 'same-site', 'Cross-Site', 'same-origin, cross-site', 'anything', ''].map(
      (site) => `Sec-Fetch-Site: ${site}`,
    ),
    ...[
      'https://evil.example/page',
      `${own}.evil.example/`,
      `https://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      'no address',
    ].map((referer) => `Referer: ${referer}`),
  ]
  return (['window', 'write', 'events', 'stream'] as const).flatMap((which) =>
    headers.map((header) => ({
      name: `${which} with ${header}`,
      bytes: request({ ...good[which], headers: [...good[which].headers, header] }),
    })),
  )
}

const simple = (good: Good): Attack[] =>
  (['window', 'write'] as const).flatMap((which) => {
    const without = good[which].headers.filter((header) => !header.startsWith('Content-Type'))
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
      'application/jsonx',
    ]
    const odd = [
      'text/plain; application/json',
      'text/plain, application/json',
      'application/json; charset=utf-16',
      'json',
      '',
    ]
    return [
      ...[...types, ...odd].map((type) => ({
        name: `${which} as ${type || 'an empty type'}`,
        bytes: request({ ...good[which], headers: [...without, `Content-Type: ${type}`] }),
      })),
      { name: `${which} without a type`, bytes: request({ ...good[which], headers: without }) },
    ]
  })

const methods = (good: Good, { port }: Target): Attack[] => [
  ...[
    'Origin: https://evil.example',
    `Origin: http://127.0.0.1:${port}`,
    'Access-Control-Request-Private-Network: true',
  ].flatMap((header) =>
    ['/bridge/call', '/bridge/session', '/api/v1/customers', '/api/v1/events', '*'].map((path) => ({
      name: `a preflight of ${path} with ${header}`,
      bytes: request({
        ...good.look,
        line: `OPTIONS ${path} HTTP/1.1`,
        headers: [header, 'Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: x-api-key'],
      }),
    })),
  ),
  ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].flatMap((header) => [
    {
      name: `GET made POST by ${header}`,
      bytes: request({
        ...good.write,
        line: 'GET /api/v1/customers HTTP/1.1',
        headers: [...good.write.headers, `${header}: POST`],
      }),
    },
    {
      name: `POST made GET by ${header}`,
      bytes: request({
        ...good.write,
        line: 'POST /api/v1/queue HTTP/1.1',
        headers: [...good.write.headers, `${header}: GET`],
      }),
    },
    {
      name: `a window's call by GET and ${header}`,
      bytes: request({
        ...good.window,
        line: 'GET /bridge/call HTTP/1.1',
        headers: [...good.window.headers, `${header}: POST`],
      }),
    },
  ]),
  ...['TRACE', 'TRACK', 'PROPFIND', 'get', 'POST\t', 'GET POST'].map((method) => ({
    name: `the method ${JSON.stringify(method)}`,
    bytes: request({ ...good.look, line: `${method} /api/v1/items HTTP/1.1` }),
  })),
  {
    name: 'a method in the address',
    bytes: request({ ...good.write, line: 'POST /api/v1/queue?_method=GET HTTP/1.1' }),
  },
]

const credentials = (good: Good, { cookie, token, port }: Target): Attack[] => {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  const json = 'Content-Type: application/json'
  const bare = (line: string, headers: string[] = [], body?: string): string =>
    request({
      line: `${line} HTTP/1.1`,
      host: `127.0.0.1:${port}`,
      headers,
      ...(body === undefined ? {} : { body }),
    })
  const tries: [string, string][] = [
    ['a key in the address', bare(`GET /api/v1/items?x-api-key=${goodKey}`)],
    ['a key in the address of the events', bare(`GET /api/v1/events?apiKey=${goodKey}`)],
    ['a key as a cookie', bare('GET /api/v1/items', [`Cookie: x-api-key=${goodKey}`])],
    ['a key in the body', bare('POST /api/v1/customers', [json], `{"x-api-key":"${goodKey}"}`)],
    [
      'a key as a password',
      bare('GET /api/v1/items', [`Authorization: Basic ${Buffer.from(`x:${goodKey}`).toString('base64')}`]),
    ],
    ['a key as a bearer', bare('GET /api/v1/items', [`Authorization: Bearer ${goodKey}`])],
    ["a window's cookie on the interface", bare('GET /api/v1/items', [`Cookie: ${cookie}`])],
    ["a key at the window's door", bare('POST /bridge/call', [`x-api-key: ${goodKey}`, json], call)],
    ["a window's cookie in the address", bare(`POST /bridge/call?${cookie}`, [json], call)],
    ["a window's cookie as a header", bare('POST /bridge/call', [`${name}: ${value}`, json], call)],
    [
      'a wrong cookie before the good one',
      bare('POST /bridge/call', [`Cookie: ${name}=x; ${cookie}`, json], call),
    ],
    ['the cookie of another port', bare('POST /bridge/call', [`Cookie: kaunta_1=${value}`, json], call)],
    [
      'a cookie without its signature',
      bare('POST /bridge/call', [`Cookie: ${cookie.replace(/\.[^.]+$/, '.')}`, json], call),
    ],
    ['no cookie', bare('POST /bridge/call', [json], call)],
    ['events without anything', bare('GET /bridge/events')],
    ["a program's events without a key", bare('GET /api/v1/events')],
    ['a token in the address', bare(`POST /bridge/session?token=${token}`, [json], '{}')],
    ['a token in the address of the page', bare(`GET /?token=${token}`)],
    ['a token by GET', bare(`GET /bridge/session?token=${token}`)],
    ['a token as a cookie', bare('POST /bridge/call', [`Cookie: ${name}=${token}`, json], call)],
    [
      'a token as a form',
      bare('POST /bridge/session', ['Content-Type: application/x-www-form-urlencoded'], `token=${token}`),
    ],
    [
      'a token as plain text',
      bare('POST /bridge/session', ['Content-Type: text/plain'], `{"token":"${token}"}`),
    ],
    [
      'a token from another site',
      bare('POST /bridge/session', [json, 'Origin: https://evil.example'], `{"token":"${token}"}`),
    ],
    [
      'a socket from another site',
      request({
        ...good.events,
        headers: [...good.events.headers, ...socket, 'Origin: https://evil.example'],
      }),
    ],
    ['a socket without credentials', bare('GET /bridge/events', socket)],
    ['a socket of a program without a key', bare('GET /api/v1/events', socket)],
    [
      'another protocol on the same line',
      bare('GET /api/v1/events', ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']),
    ],
  ]
  return tries.map(([name, bytes]) => ({ name, bytes }))
}
const socket = [
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

const paths = (good: Good): Attack[] =>
  [
    ...[
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e%2fsecret.txt',
      '/..%5csecret.txt',
      '/..\\secret.txt',
    ],
    ...[
      '/assets/../../secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/assets/....//secret.txt',
    ],
    ...[
      '/%252e%252e/secret.txt',
      '/..%c0%afsecret.txt',
      '/%00',
      '/index.html%00.js',
      '/index.html/',
      '/assets/',
      '/assets',
      '//secret.txt',
    ],
    ...[
      '/link.txt',
      '/.',
      '/..',
      '/./secret.txt',
      '/secret.txt',
      '/secret.txt?x=/index.html',
      '/%',
      '/%zz',
      '/%0d%0aSet-Cookie:%20a=b',
    ],
    ...['/api/v1/..%2f..%2fsecret.txt', '/bridge/../secret.txt', '/C:/secret.txt', '/file:///secret.txt'],
  ].map((path) => ({
    name: `the path ${path}`,
    bytes: request({ ...good.look, line: `GET ${path} HTTP/1.1`, headers: [] }),
  }))

/** Every one of them is to be refused. */
export const attacks = (target: Target): Attack[] => {
  const good = goodRequests(target)
  return [
    ...rebinding(good, target),
    ...crossSite(good, target),
    ...simple(good),
    ...methods(good, target),
    ...frames(good),
    ...heads(good),
    ...credentials(good, target),
    ...paths(good),
  ]
}
