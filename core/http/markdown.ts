/** Renders the part of Markdown that our documents use: headings, paragraphs, lists, tables, code, links, bold. */
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

/** The anchor of a heading: `Limits` → `limits`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** One block: the text between two blank lines. */
const block = (text: string): string => {
  const heading = /^(#+) (.+)$/.exec(text)
  // The page has its own title.
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

/** Returns the second-level headings, for a table of contents. */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
