/** The built screens as a fixed list of files, and their headers, over HTTP and Electron's scheme. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

export interface Page {
  /** The file's content. The bundle is small, and an in-memory list allows no path traversal. */
  body: Buffer
  headers: Record<string, string>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Nothing from other hosts, no inline script, no inline style, no framing. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The customer display hears of a sale from the till's own page, and may ask nobody for anything. */
const displayPage = '/display.html'
const displayPolicy = contentSecurityPolicy.replace("connect-src 'self'", "connect-src 'none'")

/** For every response. A page overrides its cache time. */
export const securityHeaders: Record<string, string> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const pageHeaders = (path: string): Record<string, string> => ({
  ...securityHeaders,
  'content-type': types[extname(path)] ?? 'application/octet-stream',
  'content-security-policy': path === displayPage ? displayPolicy : contentSecurityPolicy,
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=()',
  // The bundler adds a content hash to the names under assets.
  'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
})

/**
 * Reads the built screens; `/` is `index.html`. Returns an empty list if they were not built. Keys are URL paths:
 * `/assets/index-abc.js`.
 */
export const readPages = (root: string): Map<string, Page> => {
  const pages = new Map<string, Page>()
  let entries: ReturnType<typeof readFolder>
  try {
    entries = readFolder(root)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return pages
    throw error
  }
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(root, file).split(sep).join('/')}`
    const page = { body: readFileSync(file), headers: pageHeaders(path) }
    pages.set(path, page)
    if (path === '/index.html') pages.set('/', page)
  }
  return pages
}

const readFolder = (root: string) => readdirSync(root, { recursive: true, withFileTypes: true })
