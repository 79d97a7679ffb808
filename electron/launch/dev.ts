/** `npm run dev`: Vite serves the screens as they change, and the core restarts when its files do. */
import '../../core/cli/nodeVersion.mjs'
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const corePort = 7461
const coreUrl = `http://127.0.0.1:${corePort}`
const dataDir = resolve(process.argv[2] ?? here('../../.kaunta/dev'))

const core = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    here('../../core/cli/gateway.ts'),
    '--window',
    '--data',
    dataDir,
    '--port',
    `${corePort}`,
  ],
  { stdio: ['pipe', 'pipe', 'inherit'] },
)

process.on('exit', () => core.kill('SIGTERM'))

const vite = await createServer({
  configFile: here('../../vite.config.ts'),
  server: {
    proxy: {
      // Not all of /bridge: the screens have a source folder of that name.
      '^/bridge/(session|call|events)$': {
        target: coreUrl,
        changeOrigin: true,
        configure: (proxy) =>
          // Only Vite's own page may speak for the core's page; strangers keep their Origin and are refused.
          proxy.on('proxyReq', (outgoing, incoming) => {
            if (incoming.headers.origin === viteUrl()) outgoing.setHeader('origin', coreUrl)
          }),
      },
    },
  },
})
const viteUrl = () => new URL(vite.resolvedUrls?.local[0] ?? 'http://127.0.0.1:5173').origin
await vite.listen()

createInterface({ input: core.stdout }).on('line', (line) => {
  if (!line.startsWith('{')) return
  const { window } = JSON.parse(line) as { window?: string }
  if (window) console.log(`Kaunta with reload: ${viteUrl()}/${new URL(window).hash}  (data in ${dataDir})`)
})

const end = async () => {
  await vite.close()
  process.exit(0)
}
const endNow = () => {
  end().catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
}
process.once('SIGINT', endNow)
process.once('SIGTERM', endNow)
core.once('exit', endNow)
