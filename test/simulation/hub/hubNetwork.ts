/** The way from a till to its hub: requests that do not arrive, are answered in vain, come twice, or come to a dead hub. */
import type { Heard, HubClient, HubRequest } from '../../../core/link/client.ts'
import { usualMs } from '../../../core/link/client.ts'
import type { Random } from '../random.ts'
import type { Time } from '../time.ts'
import type { HubSide } from './hubSide.ts'

export interface HubNetwork {
  /** Requests meet trouble on their way. */
  faults: boolean
  /** Nobody takes the connection. */
  down: boolean
  /** So far. */
  met: number
  connect(alive: () => boolean): (pin: string, addresses: readonly [string, ...string[]]) => HubClient
}

type Trouble = 'before' | 'after' | 'late' | 'twice' | null

const silent = (detail: string): Heard => ({ is: 'silent', problem: 'unreachable', detail })

export const createHubNetwork = (by: {
  time: Time
  random: Random
  hub: HubSide
  /** The till's present origin. */
  origin(): string
}): HubNetwork => {
  const { time, random, hub, origin } = by
  const answeredAtOnce = (request: HubRequest): Heard | null => {
    const answer = (body: unknown, status = 200): Heard => ({ is: 'answered', status, body, retryAfterMs: 0 })
    if (request.path === '/nonce') return answer({ nonce: 'nonce', now: hub.clock.now() })
    if (request.path === '/token') return null
    const isOver = request.bearer !== hub.token().token
    return isOver ? answer({ error: { code: 'token', text: 'ended' } }, 401) : null
  }
  const network: HubNetwork = {
    faults: false,
    down: false,
    met: 0,
    connect: (alive) => () => {
      const waiting = new Set<(heard: Heard) => void>()
      const send = (request: HubRequest): Promise<Heard> =>
        new Promise((resolve) => {
          const end = (heard: Heard): void => {
            if (!waiting.delete(end) || !alive()) return
            cancel()
            resolve(heard)
          }
          waiting.add(end)
          const [there, back] = [random.between(1, 40), random.between(1, 40)]
          const trouble: Trouble =
            network.faults && random.chance(0.08)
              ? random.pick(['before', 'after', 'late', 'twice'] as const)
              : null
          if (trouble) network.met += 1
          const cancel = time.after(request.ms ?? usualMs, () => end(silent('no answer in time')))
          request.signal?.addEventListener('abort', () => end(silent('ended')))
          // An answer may be lost at once, or show only by its absence.
          const lose = () => {
            if (random.chance(0.5)) time.after(back, () => end(silent('ECONNRESET')))
          }
          const arrive = async (): Promise<void> => {
            if (network.down || !hub.running())
              return void time.after(back, () => end(silent('ECONNREFUSED')))
            const told = answeredAtOnce(request)
            if (told) return void time.after(back, () => end(told))
            const life = hub.life()
            const watch = (): void => {
              if (hub.life() !== life) end(silent('ECONNRESET'))
              else if (waiting.has(end)) time.after(500, watch)
            }
            watch()
            const answered = await hub.handle(origin(), request, trouble === 'twice')
            if (trouble === 'after') return lose()
            time.after(back, () => end({ is: 'answered', ...answered, retryAfterMs: 0 }))
          }
          if (trouble === 'before') lose()
          else time.after(trouble === 'late' ? random.between(1_000, 30_000) : there, () => void arrive())
        })
      return {
        send,
        address: () => 'hub',
        passOver: () => false,
        find: () => Promise.resolve(false),
        close: () => {
          for (const end of [...waiting]) end(silent('closed'))
        },
      }
    },
  }
  return network
}
