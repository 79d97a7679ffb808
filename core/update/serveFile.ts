/** Serves one verified file to the system's installer, on this computer only, under an address that nobody can guess. */
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ids } from '../base/ports.ts'
import type { Verified } from './install.ts'

export interface Served extends AsyncDisposable {
  url: string
}

export const serveFile = async (
  { path, url: name, size }: Verified,
  ids: Pick<Ids, 'token'>,
): Promise<Served> => {
  const place = `/${ids.token(24)}/${name}`
  const server = createServer((request, response) => {
    // A query is the installer's own.
    if (request.method !== 'GET' || request.url?.split('?')[0] !== place) return response.writeHead(404).end()
    response.writeHead(200, { 'content-length': size })
    createReadStream(path)
      .on('error', () => response.destroy())
      .pipe(response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${place}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
