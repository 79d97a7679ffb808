/**
 * The yardstick of a sale over HTTP: a bare Fastify route that inserts the same rows, in one durable transaction, and keeps
 * a second copy of them if it gets a file for that.
 */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { callerSaleWriter, type SaleRows } from './sameRows.ts'
import { openSecondCopy } from './secondCopy.ts'

const [, , file = '', templateFile = '', copyFile] = process.argv
const { rows, number } = JSON.parse(readFileSync(templateFile, 'utf8')) as { rows: SaleRows; number: string }
const secondCopy = copyFile ? openSecondCopy(copyFile) : null
const write = callerSaleWriter(file, rows, { number, secondCopy })

const profile = Fastify()
profile.post<{ Body: Parameters<typeof write>[0] }>('/api/v1/sales-with-items', async (request, reply) => {
  write(request.body)
  await secondCopy?.kept()
  const { invcNo } = request.body.transaction
  return reply.code(202).send({ resultCd: '000', resultMsg: 'Accepted', data: { invcNo } })
})
const url = await profile.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`)
process.once('SIGTERM', () => process.exit(0))
