/** Removes rights from every page in our windows. The numbers are those of Electron's own security checklist. */
import type { App, Session, WebContents, WebFrameMain } from 'electron'

export const scheme = 'app'
export const host = 'till'
export const origin = `${scheme}://${host}`

/** 17: only our own page, in the window itself and not in a frame of it, may ask the core for anything. */
export const isOurPage = (frame: Pick<WebFrameMain, 'origin' | 'parent'> | null): boolean =>
  frame !== null && frame.parent === null && frame.origin === origin

/**
 * 5, 1: no permission is granted, and nothing is fetched from anywhere but our own scheme. A file that our own page made
 * is saved where the person chooses in the system's dialog.
 */
export const hardenSession = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnUrl(url) }))
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${origin}/`)) event.preventDefault()
  })
}

/** For a session that has one address to fetch from. It replaces the rule of {@link hardenSession}. */
export const allowOnly = ({ webRequest }: Session, address: string): void =>
  webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: url !== address }))

/** Developer tools and documents held in memory have their own schemes; none of them reaches a network. */
const isOwnUrl = (url: string): boolean =>
  url.startsWith(`${origin}/`) || /^(devtools|data|blob):/.test(url) || url === 'about:blank'

/** The customer display. Settings ask for it as a new window. */
export const displayUrl = `${origin}/display.html`

/**
 * 11, 12: no webview; 13: no navigation; 14, 15: no page makes a window, neither ours nor the system's browser's.
 * `openDisplay` makes the one of the customer display, without a preload.
 */
export const hardenContents = (contents: WebContents, openDisplay: () => void): void => {
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    if (url === displayUrl) openDisplay()
    return { action: 'deny' }
  })
}

/** Hardens every page that is ever created, by any code. 4: call before the app is ready. */
export const harden = (app: App, openDisplay: () => void): void => {
  app.enableSandbox()
  app.on('session-created', hardenSession)
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, openDisplay))
}
