/**
 * Renders the OpenAPI document as one page for people: no script, nothing from other hosts, searchable in the
 * browser.
 */
import { readFileSync } from 'node:fs'
import { escapeHtml } from '../base/escapeHtml.ts'
import { type JsonSchema, resolved } from './jsonSchema.ts'
import { anchorOf, headingsOf, htmlOf } from './markdown.ts'
import type { OpenApi } from './openapi.ts'

/** Beside this file in the source, beside the bundle where Kaunta is packaged (`vite.config.ts`). */
const textOf = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

interface Shown {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: unknown[]
  'x-kaunta-extension'?: boolean
  'x-kaunta-least-role'?: string
  'x-events'?: { type: string; members: string[]; when: string }[]
  parameters: JsonSchema[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
interface Content {
  'application/json': { schema: JsonSchema; example?: unknown }
}

export const apiStyle = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2.5rem; font-size: 1.05rem; }
h3 code { font-weight: 700; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { padding: .75rem; border: 1px solid var(--line); overflow-x: auto; }
nav ul { columns: 2; padding-left: 1.2rem; }
.note { opacity: .75; }
`

const safe = (text: unknown): string => escapeHtml(String(text))
/** Renders text with code between backticks. */
const prose = (text: unknown): string => safe(text).replace(/`([^`]+)`/g, '<code>$1</code>')
const coded = (text: unknown): string => `<code>${safe(text)}</code>`

const table = (heads: string[], rows: string[][]): string => {
  const row = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  return rows.length === 0
    ? ''
    : `<table><thead>${row(heads, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

const block = (text: string): string => `<pre><code>${safe(text)}</code></pre>`
const json = (value: unknown): string => block(JSON.stringify(value, null, 2))

const branchesOf = (schema: JsonSchema): JsonSchema[] =>
  (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[]

const typeOf = (schema: JsonSchema): string => {
  const branches = branchesOf(schema)
  if (branches.length > 0) return [...new Set(branches.map(typeOf))].join(' or ')
  const { type = 'any' } = schema
  if (type === 'null') return 'null'
  const types = [type].flat().filter((each) => each !== 'null')
  const items = schema['items'] as JsonSchema | undefined
  const word = types.join(' or ') === 'array' && items ? `list of ${typeOf(items)}` : types.join(' or ')
  return [type].flat().includes('null') ? `${word} or null` : word
}

/** Describes what a value may be, in short form. */
const rules = (schema: JsonSchema): string => {
  const said = (name: string, words: (value: string) => string) =>
    schema[name] === undefined ? [] : [words(safe(JSON.stringify(schema[name])))]
  return [
    ...(schema['description'] === undefined ? [] : [prose(schema['description'])]),
    ...branchesOf(schema).map(rules).filter(Boolean),
    ...(Array.isArray(schema['enum'])
      ? [`${schema['enum'].length === 1 ? 'always' : 'one of'} ${schema['enum'].map(coded).join(', ')}`]
      : []),
    ...said('maxLength', (value) => `at most ${value} characters`),
    ...said('maximum', (value) => `at most ${value}`),
    ...said('exclusiveMinimum', (value) => `more than ${value}`),
    ...said('maxItems', (value) => `at most ${value} entries`),
    ...said('format', (value) => value.replaceAll('&quot;', '')),
  ].join('; ')
}

/** Lists the members of an object, nested: `lineItems[].qty`. */
const membersOf = (schema: JsonSchema, path = ''): string[][] => {
  const items = schema['items'] as JsonSchema | undefined
  const below = branchesOf(schema).filter((branch) => branch.properties)
  if (items) return membersOf(items, `${path}[]`)
  if (!schema.properties) return below.flatMap((branch) => membersOf(branch, path))
  return Object.entries(schema.properties).flatMap(([name, member]) => {
    const here = path ? `${path}.${name}` : name
    const required = schema.required?.includes(name) ? 'required' : ''
    return [[coded(here), safe(typeOf(member)), required, rules(member)], ...membersOf(member, here)]
  })
}

/** Returns an example call for a shell. */
const curl = (method: string, path: string, { parameters, security, requestBody }: Shown): string => {
  const given = (place: string) =>
    parameters.filter((each) => each['in'] === place && each['example'] !== undefined)
  const address = given('path').reduce(
    (text, each) => text.replace(`{${each['name']}}`, encodeURIComponent(String(each['example']))),
    path,
  )
  const query = given('query').map((each) => `${each['name']}=${encodeURIComponent(String(each['example']))}`)
  const body = requestBody?.content['application/json'].example
  return [
    `curl -X ${method} "$KAUNTA${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...(security === undefined ? ['-H "x-api-key: $KEY"'] : []),
    ...(security?.length ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ')
}

const section = (document: OpenApi, method: string, path: string, shown: Shown): string => {
  const resolve = (schema: JsonSchema) => resolved(schema, document.components.schemas)
  const request = shown.requestBody?.content['application/json']
  const answer = shown.responses['200']?.content?.['application/json']
  const whole = answer && resolve(answer.schema)
  const envelope = Object.keys(whole?.properties ?? {}).includes('success') ? 'success-flag' : 'result-code'
  const data = whole?.properties?.['data'] ?? {}
  const parameters = shown.parameters.filter((each) => each['in'] !== undefined)
  const notes = [
    shown['x-kaunta-extension'] ? 'beside the specification' : '',
    shown.security?.length === 0 ? 'needs no key' : `in a session: ${shown['x-kaunta-least-role']}`,
    shown.responses['202'] ? '202 with Prefer: respond-async' : '',
    `${envelope} envelope`,
  ].filter(Boolean)
  return `<section id="${safe(shown.operationId)}">
<h3><code>${method} ${safe(path)}</code></h3>
<p>${safe(shown.summary)}. <span class="note">${notes.map(safe).join(' · ')}</span></p>
<p>${prose(shown.description ?? '')}</p>
${table(
  ['Parameter', 'Type', '', ''],
  parameters.map((each) => [
    `${coded(each['name'])} in ${safe(each['in'])}`,
    safe(typeOf(each['schema'] as JsonSchema)),
    each['required'] ? 'required' : '',
    rules({
      ...(each['schema'] as JsonSchema),
      ...(each['description'] === undefined ? {} : { description: each['description'] }),
    }),
  ]),
)}
${request ? table(['Body', 'Type', '', ''], membersOf(resolve(request.schema))) : ''}
${table(
  ['Response, in data', 'Type', '', ''],
  membersOf(data).map(([name = '', type = '', , rule = '']) => [name, type, '', rule]),
)}
${table(
  ['Event', 'Beside type', 'Meaning'],
  (shown['x-events'] ?? []).map(({ type, members, when }) => [
    coded(type),
    members.map(coded).join(', '),
    prose(when),
  ]),
)}
${block(curl(method, path, shown))}
${answer?.example === undefined ? '' : json(answer.example)}
</section>`
}

/** Returns the whole page. */
export const apiPage = (document: OpenApi): string => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, shown]) => ({
      path,
      method: method.toUpperCase(),
      shown: shown as Shown,
    })),
  )
  const tags = [...new Set(operations.map(({ shown }) => shown.tags[0] ?? ''))]
  const of = (tag: string) => operations.filter(({ shown }) => shown.tags[0] === tag)
  const { info, servers } = document
  const guide = textOf('guide.md')
  const errors = info['x-error-codes'].map((each) => [
    coded(each.code),
    String(each.http),
    safe(each.name),
    prose(each.when),
    prose(each.remedy),
  ])
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(info.title)}: the interface for other software</title><style>${apiStyle}</style></head>
<body>
<h1>${safe(info.title)}: the interface for other software</h1>
<p>${prose(info.description)}</p>
<p>Here <code>KAUNTA=${safe(servers[0]?.url)}</code>; <code>KEY</code> is an app's key. The same for programs: <a href="openapi.json">openapi.json</a>.</p>
<nav><ul>${headingsOf(guide)
    .map((heading) => `<li><a href="#${anchorOf(heading)}">${safe(heading)}</a></li>`)
    .join(
      '',
    )}<li><a href="#errors">Codes</a></li><li><a href="#operations">Operations</a></li><li><a href="#changes">Changes</a></li></ul></nav>
<h2 id="guide">Guide</h2>
${htmlOf(guide)}
<h2 id="errors">Codes</h2>
${table(['resultCd', 'HTTP', '', 'When', 'What to do'], errors)}
<h2 id="operations">Operations</h2>
<nav><ul>${operations
    .map(
      ({ path, method, shown }) =>
        `<li><a href="#${safe(shown.operationId)}"><code>${method} ${safe(path)}</code></a></li>`,
    )
    .join('')}</ul></nav>
${tags
  .map(
    (tag) =>
      `<h2>${safe(tag)}</h2>\n${of(tag)
        .map(({ path, method, shown }) => section(document, method, path, shown))
        .join('\n')}`,
  )
  .join('\n')}
<h2 id="changes">Changes</h2>
${htmlOf(textOf('changes.md'))}
</body></html>
`
}
