/** How much of a slow authority's time the queue uses: one lane, one document in flight, 20 ms for each answer. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import * as documents from '../integration/practice/documents.ts'
import { type PracticeProcess, startPractice } from '../support/practice.ts'
import { timed, timesOf } from './measure.ts'
import { atLeast, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'

const latencyMs = 20
const documentsSent = 150
/** Another taxpayer than the till's, so that the two do not share a counter. */
const bareDevice = { tin: 'P051000001K', bhfId: '00' }

/** A bare till: a connection kept open, and the authority's calls without anything kept. */
const bareTill = async ({ url }: PracticeProcess) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers: Record<string, string> = { ...bareDevice, 'content-type': 'application/json' }
  const call = (path: string, body: object) =>
    new Promise<{ resultCd: string; data: { info?: { cmcKey: string } } }>((resolve, reject) => {
      const message = request(`${url}/${path}`, { method: 'POST', agent, headers }, (response) =>
        json(response).then((answer) => resolve(answer as never), reject),
      )
      message.on('error', reject).end(JSON.stringify(body))
    })
  const { data } = await call('selectInitOsdcInfo', { ...bareDevice, dvcSrlNo: 'BARE-1' })
  headers['cmcKey'] = data.info?.cmcKey ?? ''
  await call('saveItem', documents.item(1, { itemTyCd: '3', itemCd: documents.itemCode(1, '3') }))
  return {
    sell: async (number: number) => {
      const sale = documents.sale(number)
      sale.itemList[0].itemCd = documents.itemCode(1, '3')
      const { resultCd } = await call('saveTrnsSalesOsdc', sale)
      if (resultCd !== '000') throw new Error(`The authority refused the bare sale: ${resultCd}`)
    },
    close: () => agent.destroy(),
  }
}

/** Sells a service while the authority cannot be reached; the documents wait. */
const sellOffline = async (till: BenchTill, authority: PracticeProcess): Promise<void> => {
  const { id } = await till.ask('item.save', {
    name: 'Hair cut',
    type: '3',
    taxType: 'B',
    price: 50_000,
    itemClass: '9110150000',
  })
  while ((await till.ask('item.get', { id })).item.registration !== 'registered') {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await authority.setOffline(true)
  for (let sale = 0; sale < documentsSent; sale++) {
    await till.ask('sale.complete', {
      lines: [{ itemId: id, quantity: 100 }],
      tenders: [{ method: '01', amount: 50_000 }],
      requestId: randomUUID(),
    })
  }
}

/** The pauses between one signature and the next, once the authority is back. */
const catchUp = (till: BenchTill, authority: PracticeProcess): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const signed: number[] = []
    const unsubscribe = till.host.subscribe((event) => {
      if (event.type !== 'invoice.signed') return
      signed.push(performance.now())
      if (signed.length < documentsSent) return
      unsubscribe()
      resolve(signed.slice(1).map((at, index) => at - (signed[index] ?? at)))
    })
    authority
      .setOffline(false)
      .then(() => till.ask('queue.tryNow', {}))
      .catch(reject)
  })

export const submitSection = async (): Promise<Section> => {
  const authority = await startPractice()
  try {
    await using till = await openTill(authority.url)
    await till.ask('device.initialize', {})
    await sellOffline(till, authority)
    await authority.control('PUT', '/faults', { kind: 'slow', ms: latencyMs })
    const ours = timesOf(await catchUp(till, authority))
    const bare = await bareTill(authority)
    const latencies: number[] = []
    for (let number = 1; number <= documentsSent; number++) {
      latencies.push((await timed(() => bare.sell(number))).ms)
    }
    bare.close()
    const latency = timesOf(latencies)
    const ratio = ours.perSecond / latency.perSecond
    const share = (ours.perSecond * latencyMs) / 1000
    return {
      title: `Submitting to an authority with ${latencyMs} ms of latency`,
      figures: [
        { name: 'documents submitted, one lane', ratio, goal: atLeast(ratio, 0.9), times: ours },
        { name: '  bare HTTP call of the same kind (1/latency)', times: latency },
        { name: `  as a share of 1/${latencyMs} ms`, text: share.toFixed(2) },
      ],
    }
  } finally {
    await authority.stop()
  }
}
