/** The part of Markdown that our own documents use, as HTML: headings, paragraphs, lists, tables, code, links, bold. */
import { escapeHtml } from '../base/escapeHtml.ts'

const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 1
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
            .replace(/\[([^\]]+)\]\(([\w./#-]+)\)/g, '<a href="$2">$1</a>'),
    )
    .join('')

const code = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`

const table = (lines: string[]): string => {
  const [head = '', , ...rows] = lines
  const row = (line: string, tag: string) =>
    `<tr>${line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('')}</tr>`
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody></table>`
}

/** A heading's place on the page: `Limits` → `limits`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** One block: what stands between two empty lines. */
const block = (text: string): string => {
  const heading = /^(#+) (.+)$/.exec(text)
  // The page has a title of its own.
  if (heading?.[1] === '#') return ''
  if (heading?.[2]) return `<h3 id="${anchorOf(heading[2])}">${inline(heading[2])}</h3>`
  if (text.startsWith('    ')) return code(text.replace(/^ {4}/gm, ''))
  if (text.startsWith('|')) return table(text.split('\n'))
  if (!text.startsWith('- ')) return `<p>${inline(text.replaceAll('\n', ' '))}</p>`
  const items = text.slice(2).split(/\n- /)
  return `<ul>${items.map((item) => `<li>${inline(item.replace(/\s*\n\s*/g, ' '))}</li>`).join('')}</ul>`
}

export const htmlOf = (markdown: string): string =>
  markdown
    .split(/^```\w*\n(.*?)^```$/gms)
    .flatMap((part, index) =>
      index % 2 === 1
        ? [code(part.trimEnd())]
        : part
            .split(/\n{2,}/)
            .map((text) => text.replace(/^\n+|\s+$/g, ''))
            .filter(Boolean)
            .map(block),
    )
    .join('\n')

/** The headings of the second level, for a list of contents. */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
