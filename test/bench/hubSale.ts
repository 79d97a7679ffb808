/** A sale at a till that is linked to a hub, which answers, is gone, or is slow, beside a till that works alone. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { openBenchHub } from './benchHub.ts'
import { fillCatalogue } from './catalogue.ts'
import { inTurns, randomFrom } from './measure.ts'
import { atMost, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'

const items = 500
const linesPerSale = 20
const rounds = 400
/** Milliseconds until a slow hub answers. */
const slowMs = 5_000
/** Milliseconds. Sales at a till are seconds apart. */
const quietMs = 50

/** Between a till and the hub. `behaves`: passes all, passes answers late, or takes no connection. */
const startProxy = async (to: string) => {
  const proxy = { address: '', behaves: 'well' as 'well' | 'slowly' | 'not' }
  const sockets = new Set<Socket>()
  const [host = '', port] = to.split(':')
  const server = createServer((till) => {
    const hub = connect(Number(port), host)
    for (const socket of [till, hub]) {
      sockets.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          till.destroy()
          hub.destroy()
          sockets.delete(socket)
        })
    }
    if (proxy.behaves === 'not') return till.destroy()
    till.on('data', (part) => hub.write(part))
    hub.on('data', async (part) => {
      if (proxy.behaves === 'slowly') await setTimeout(slowMs)
      till.write(part)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  proxy.address = `127.0.0.1:${address.port}`
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    proxy,
    cut,
    [Symbol.dispose]: () => {
      server.close()
      cut()
    },
  }
}

/** Until the hub has all of the till, and has told it what it made of that. */
const untilQuiet = async (till: BenchTill): Promise<void> => {
  for (;;) {
    await setTimeout(quietMs)
    const { link } = await till.ask('hub.state', {})
    if (link?.waiting === 0 && link.problem === null) return
  }
}

export const hubSaleSection = async (): Promise<Section> => {
  await using hub = await openBenchHub()
  await using tills = new AsyncDisposableStack()
  const random = randomFrom(20)
  const open = async (behaves: 'well' | 'slowly' | 'not' | 'alone') => {
    const till = tills.use(await openTill())
    fillCatalogue(till.file, items)
    // The hub counts what was recorded.
    for (let from = 1; from <= items; from += 100)
      await till.ask('stock.adjust', {
        kind: 'opening',
        lines: Array.from({ length: 100 }, (_, n) => ({ itemId: from + n, quantity: 1_000_000 })),
      })
    if (behaves !== 'alone') {
      const { proxy, cut } = tills.use(await startProxy(hub.address))
      await till.ask('hub.pair', { address: proxy.address, code: hub.code() })
      await untilQuiet(till)
      proxy.behaves = behaves
      if (behaves !== 'well') cut()
    }
    const sell = () =>
      till.ask('sale.complete', {
        lines: Array.from({ length: linesPerSale }, () => ({
          itemId: 1 + random(items),
          quantity: 100 * (1 + random(3)),
        })),
        tenders: [{ method: '01', amount: 100_000_000 }],
        requestId: randomUUID(),
      })
    return { till, sell }
  }
  const [alone, alive, dead, slow] = [
    await open('alone'),
    await open('well'),
    await open('not'),
    await open('slowly'),
  ]
  const times = await inTurns(
    { alone: alone.sell, alive: alive.sell, dead: dead.sell, slow: slow.sell },
    { rounds, warmUp: 50, rest: () => untilQuiet(alive.till) },
  )
  const figure = (name: string, of: 'alive' | 'dead' | 'slow') => {
    const ratio = times[of].p50 / times.alone.p50
    return { name, ratio, goal: atMost(ratio, 1.05), times: times[of] }
  }
  return {
    title: `Sale of ${linesPerSale} lines at a till with a hub, durable`,
    figures: [
      figure('the hub answers', 'alive'),
      figure('the hub is gone', 'dead'),
      figure(`the hub answers after ${slowMs / 1000} s`, 'slow'),
      { name: '  at a till that works alone', times: times.alone },
    ],
  }
}
