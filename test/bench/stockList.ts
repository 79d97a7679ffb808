/** The filters and orders of the Stock screen, from the key to the painted list. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { fillCatalogue } from './catalogue.ts'
import { writeSales } from './history.ts'
import { timesOf } from './measure.ts'
import { inAll, items, onScreen, paintedAfter, unlock } from './paint.ts'
import type { Figure, Section } from './report.ts'

/** Of three lines each. */
const sales = 135_000
/** Milliseconds. */
const goal = 100

const filters = [
  'KRA differs',
  'Low',
  'Out of stock',
  'Below zero',
  'Runs out',
  'Not sold',
  'Never counted',
] as const
const orders = ['By name', 'Runs out first', 'Sells most', 'Worth most']

/** Some goods are low, out, below zero, not reported, or counted. */
const fillStock = (file: string): void => {
  fillCatalogue(file, items)
  writeSales(file, { last: sales, sent: true })
  const db = new Sqlite(file)
  db.exec(`update item set low_stock = iif(id % 7 = 0, 300000, null), average_cost = iif(id % 3 = 0, null, price / 2),
      on_hand = case when id % 50 = 0 then 0 when id % 211 = 0 then -300 else on_hand end,
      last_sold_at = (select max(moved_at) from movement where movement.item_id = item.id and type = '11');
    update item set authority_on_hand = iif(id % 100 = 3, on_hand - 100, on_hand);
    insert into stock_count (id, uid, number, scope, started_at, author_id, author_name, request_id)
      values (1, 'count', 1, 'all', 1, 'USR01', 'Bench', 'count');
    insert into stock_count_end (count_id, uid, act, ended_at, author_id, author_name, line_count, request_id)
      values (1, 'end', 'booked', 2, 'USR01', 'Bench', ${items / 2}, 'end');
    insert into stock_count_line (count_id, item_id, item_name, counted, expected, unit_value)
      select 1, id, name, on_hand, on_hand, price from item where id % 2 = 0`)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** In the page. While a list is asked for, the one before it stays on screen. Lists differ in the rows that they show. */
const helper = `globalThis.listed = () => document.querySelector('[role=grid]')?.textContent ?? ''`

/** Longer than any list takes. */
const settledMs = 1000

/**
 * Each order with each filter once: the window keeps what it has shown. Every filter follows on the first one, whose few
 * goods are at the top of no other list, so that the rows on screen change.
 */
const measureStock = async (page: Page): Promise<Figure[]> => {
  await page.evaluate(`location.hash = '#/stock'; ${helper}`)
  const taken = new Map<string, number[]>(orders.map((order) => [order, []]))
  const pill = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
  for (const [order, times] of taken) {
    await pill('All').press('Space')
    await page.getByRole('button', { name: /Order/ }).click()
    await page.getByRole('option', { name: order }).click()
    await pause(settledMs)
    for (const [index, filter] of filters.entries()) {
      if (index > 1) {
        await pill(filters[0]).press('Space')
        await page.waitForFunction('listed() === ofFirst')
      }
      await page.evaluate('globalThis.before = listed()')
      await pill(filter).focus()
      times.push(
        await paintedAfter(page, 'listed() !== globalThis.before', () => page.keyboard.press('Space')),
      )
      await pause(settledMs / 4)
      if (index === 0) await page.evaluate('globalThis.ofFirst = listed()')
    }
  }
  const figure = (name: string, samples: number[]): Figure => {
    const times = timesOf(samples)
    return { name, goal: { text: `p95 ≤ ${goal}`, met: times.p95 <= goal }, times }
  }
  return [
    figure('a filter becomes a painted list', [...taken.values()].flat()),
    ...[...taken].map(([order, samples]) => figure(`  ${order.toLowerCase()}`, samples)),
  ]
}

export const stockSection = (): Promise<Section> =>
  onScreen(`The stock list on screen, ${inAll} and 400 000 movements`, fillStock, async (page, url) => {
    await page.goto(url)
    await unlock(page)
    return measureStock(page)
  })
