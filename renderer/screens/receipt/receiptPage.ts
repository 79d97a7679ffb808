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

/** A sheet has its full width, to be made smaller as a whole; a roll is as wide as its content. */
const isSheet = (css: string) => /@page\s*\{[^}]*size:\s*A4/.test(css)

/** Shows a page inside an element, out of reach of the window's styles. */
export function showPage(host: HTMLElement, { css, body }: ReceiptPage): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(document.importNode(body, true))
  host.dataset['sheet'] = String(isSheet(css))
}

const printerClass = 'receipt-printer'

/** Takes away what was printed last. */
export function forgetPrinted(): void {
  for (const old of document.querySelectorAll(`.${printerClass}`)) old.remove()
}

/**
 * Hands a page to the window's own print dialogue. The browser does not report to a page what the person does there; the frame
 * stays until the next print, because the dialogue may still be reading it.
 */
export function printPage({ title, css, body }: ReceiptPage): void {
  forgetPrinted()
  const frame = document.createElement('iframe')
  frame.className = printerClass
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  document.body.append(frame)
  const inside = frame.contentWindow as (Window & typeof globalThis) | null
  if (!inside) throw new Error('The window gives no frame to print from')
  const sheet = new inside.CSSStyleSheet()
  sheet.replaceSync(css)
  inside.document.title = title
  inside.document.adoptedStyleSheets = [sheet]
  inside.document.body.replaceWith(inside.document.importNode(body, true))
  inside.print()
}
