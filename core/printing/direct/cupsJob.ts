/**
 * Asks CUPS for the state of a job, by IPP (RFC 8011). Its commands do not tell a job that was printed from one that was
 * given up.
 */
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

const getJobAttributes = 0x0009
const tags = {
  operation: 0x01,
  end: 0x03,
  enum: 0x23,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
}
const states = {
  3: 'pending',
  4: 'held',
  5: 'processing',
  6: 'stopped',
  7: 'canceled',
  8: 'aborted',
  9: 'completed',
} as const
export type CupsJobState = (typeof states)[keyof typeof states]

const sized = (text: string): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(text)])
}
const attribute = (tag: number, name: string, value: string): Buffer =>
  Buffer.concat([Buffer.of(tag), sized(name), sized(value)])

const question = (job: number): Buffer =>
  Buffer.concat([
    // Version 1.1, and the number 1 of the request.
    Buffer.of(1, 1, 0, getJobAttributes, 0, 0, 0, 1, tags.operation),
    attribute(tags.charset, 'attributes-charset', 'utf-8'),
    attribute(tags.language, 'attributes-natural-language', 'en'),
    attribute(tags.uri, 'job-uri', `ipp://localhost/jobs/${job}`),
    attribute(tags.keyword, 'requested-attributes', 'job-state'),
    Buffer.of(tags.end),
  ])

/** `server`: as `lpstat -H` names it, a host with a port or a socket. Throws if it does not know the job. */
export const cupsJobState = async (
  server: string,
  job: number,
  patienceMs: number,
): Promise<CupsJobState> => {
  const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(server) ?? []
  const where = host && port ? { host, port } : { socketPath: server }
  const body = question(job)
  const answer = await new Promise<Buffer>((resolve, reject) => {
    const asked = request(
      {
        ...where,
        ...{ method: 'POST', path: '/', signal: AbortSignal.timeout(patienceMs) },
        headers: { host: 'localhost', 'content-type': 'application/ipp', 'content-length': body.length },
      },
      (response) => buffer(response).then(resolve, reject),
    )
    asked.once('error', reject)
    asked.end(body)
  })
  const named = Buffer.concat([Buffer.of(tags.enum), sized('job-state'), Buffer.of(0, 4)])
  const found = answer.indexOf(named)
  const state =
    found < 0 ? undefined : states[answer.readInt32BE(found + named.length) as keyof typeof states]
  if (!state) throw new Error(`The print server does not tell what became of job ${job}`)
  return state
}
