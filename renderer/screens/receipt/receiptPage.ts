/**
 * A receipt is a whole page with a style of its own, and the window's policy lets no page bring one in.
 * A sheet made by our own script is let in, so the page is taken apart and put together anew.
 */
export interface ReceiptPage {
  title: string
  css: string
  body: HTMLElement
}

export function readPage(html: string): ReceiptPage {
  // Taken out before parsing: a style element is refused, and the refusal logged, wherever it stands.
  const styles: string[] = []
  const bare = html.replace(/<style>([\s\S]*?)<\/style>/g, (_, css: string) => {
    styles.push(css)
    return ''
  })
  const page = new DOMParser().parseFromString(bare, 'text/html')
  return { title: page.title, css: styles.join('\n'), body: page.body }
}

/** Shows a page inside an element, out of reach of the window's styles. */
export function showPage(host: HTMLElement, { css, body }: ReceiptPage): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(document.importNode(body, true))
}

/** Prints a page by the window's own dialogue; resolves once that is closed. */
export async function printPage({ title, css, body }: ReceiptPage): Promise<void> {
  const frame = document.createElement('iframe')
  frame.className = 'receipt-printer'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  try {
    const window = frame.contentWindow as (Window & typeof globalThis) | null
    if (!window) throw new Error('No frame to print from')
    const sheet = new window.CSSStyleSheet()
    sheet.replaceSync(css)
    window.document.title = title
    window.document.adoptedStyleSheets = [sheet]
    window.document.body.replaceWith(window.document.importNode(body, true))
    const closed = new Promise((resolve) => window.addEventListener('afterprint', resolve, { once: true }))
    window.print()
    await closed
  } finally {
    frame.remove()
  }
}
