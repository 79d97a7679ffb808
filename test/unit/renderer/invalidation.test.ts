import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { ProfileEvent } from '../../../core/contract/events.ts'
import { operations } from '../../../core/contract/index.ts'
import { collectStale, refetchStale, staleAfter } from '../../../renderer/queries/invalidation.ts'

const appId = 'app'

const staleOf = (...events: ProfileEvent[]) =>
  new Promise<string[]>((resolve) => {
    const hear = collectStale((isStale) => resolve(Object.keys(operations).filter(isStale)))
    for (const event of events) hear(event)
  })

describe('events', () => {
  it('name operations that exist', () => {
    const names = Object.keys(operations)
    const unknown = Object.values(staleAfter)
      .flat()
      .filter((prefix) => !names.some((name) => name.startsWith(prefix)))
    expect(unknown).toEqual([])
  })

  it('make the bar and the queue ask again when the queue changes, and nothing of the items', async () => {
    const stale = await staleOf({ type: 'queue.changed', appId })
    expect(stale).toEqual(expect.arrayContaining(['status.get', 'queue.list', 'queue.get']))
    expect(stale).not.toContain('item.grid')
  })

  it('make a window ask who is here when somebody comes or goes, and nothing else', async () => {
    expect(await staleOf({ type: 'session.changed' })).toEqual(['workspace.state'])
  })

  it('are gathered: a burst of them invalidates once', async () => {
    let calls = 0
    const stale = await new Promise<boolean>((resolve) => {
      const hear = collectStale((isStale) => {
        calls += 1
        resolve(isStale('stock.levels') && isStale('invoice.list'))
      })
      for (let invoiceId = 1; invoiceId <= 50; invoiceId += 1) {
        hear({ type: 'invoice.signed', appId, invoiceId })
        hear({ type: 'stock.changed', appId })
      }
    })
    expect({ calls, stale }).toEqual({ calls: 1, stale: true })
  })

  it('make a query ask again whose first answer was on its way, as that may be older than the event', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
    const answers: ((state: string) => void)[] = []
    const observer = new QueryObserver(client, {
      queryKey: ['receipt.preview'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    })
    const end = observer.subscribe(() => undefined)
    await expect.poll(() => answers.length).toBe(1)
    const refetched = refetchStale(client, (operation) => operation.startsWith('receipt.'))
    answers[0]?.('waiting')
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.('signed')
    await refetched
    expect(observer.getCurrentResult().data).toBe('signed')
    end()
  })
})
