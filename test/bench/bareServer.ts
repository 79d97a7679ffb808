/** The yardstick of a start: Node with Fastify listening, and nothing else. */
import Fastify from 'fastify'

const profile = Fastify()
profile.get('/health', () => ({ status: 'UP' }))
const url = await profile.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`)
process.once('SIGTERM', () => process.exit(0))
