/** What the hub's own computer may ask about backups. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Door } from '../door.ts'
import { parse } from '../requests.ts'
import { shownCode } from './recoveryCode.ts'

/** Milliseconds. A connection on which nothing moves ends after a minute. */
const signMs = 10_000
const asked = z.object({
  /** A folder; absent: the hub's own. */
  to: z.string().min(1).max(4_000).optional(),
})
export const backupAnswer = z.union([z.object({ file: z.string() }), z.object({ failure: z.string() })])
type BackupAnswer = z.infer<typeof backupAnswer>

/** Spaces until the work is done, then its answer: JSON may begin with spaces. */
async function* whileWorking(answer: Promise<BackupAnswer>): AsyncGenerator<string> {
  for (;;) {
    const pause = Promise.withResolvers<null>()
    const timer = setTimeout(() => pause.resolve(null), signMs)
    const done = await Promise.race([answer, pause.promise])
    clearTimeout(timer)
    if (done) return yield JSON.stringify(done)
    yield ' '
  }
}

export const addCopyRoutes = (app: FastifyInstance, { hub }: Door): void => {
  const config = { access: 'admin' } as const

  app.post('/hub/v1/admin/backup', { config }, async (request, reply) => {
    const { to } = parse(asked, request.body ?? {})
    const answer = hub.copies.make('manual', to).then(
      (file) => ({ file }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    )
    return reply.type('application/json').send(Readable.from(whileWorking(answer)))
  })

  app.post('/hub/v1/admin/recovery', { config }, async () => ({
    code: shownCode(await hub.copies.recoveryCode()),
  }))
}
