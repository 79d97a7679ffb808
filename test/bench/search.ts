/** Finding an item among 100 000, through the window's call, beside bare statements that answer the same rows. */
import Sqlite from 'better-sqlite3'
import { barcodeOf, fillCatalogue, typed } from './catalogue.ts'
import { inTurns, randomFrom } from './measure.ts'
import { atMost, type Figure, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'

const items = 100_000
const limit = 40
/** The fields of an item in an answer. */
const columns = `item.id, code, item.name, item.barcode, category, type, tax_type, price, item_class, class_chosen, origin_country,
  package_unit, quantity_unit, active, favourite, on_hand, low_stock, registration, second_name,
  colour, picture_at, updated_at`
const matching = `select rowid from item_search where item_search match ? and rowid > 0 order by rowid desc limit ?`
const byIds = `select ${columns} from item where id in (select value from json_each(?))
  order by sold_count desc, name limit ${limit}`
const byBarcode = `select ${columns} from item where barcode = ? and active = 1`

const bareStatements = (file: string) => {
  const db = new Sqlite(file, { readonly: true })
  const places = db.prepare(matching).pluck()
  const rows = db.prepare(byIds)
  const best = (match: string): { id: number }[] => {
    for (let most = 4 * limit; ; most *= 8) {
      const found = places.all(match, most) as number[]
      const least = Math.floor((found[limit - 1] ?? 0) / 2 ** 32)
      if (found.length === most && Math.floor((found.at(-1) ?? 0) / 2 ** 32) === least) continue
      const ids = found.filter((place) => place >= least * 2 ** 32).map((place) => place % 2 ** 32)
      return rows.all(JSON.stringify(ids)) as { id: number }[]
    }
  }
  const barcode = db.prepare(byBarcode)
  return {
    search: (text: string) => {
      const first = best(`{name second_name} : ^ "${text}" *`)
      if (first.length === limit) return first
      const others = best(text.replace(/\w+/g, '"$&"*'))
      return [...first, ...others.filter(({ id }) => !first.some((row) => row.id === id))].slice(0, limit)
    },
    scan: (code: string) => barcode.get(code) as { id: number } | undefined,
    close: () => db.close(),
  }
}
type Bare = ReturnType<typeof bareStatements>

/** A comparison that also proves that both find the same. */
const compared = async (
  name: string,
  competitors: { ours(text: string): Promise<number[]>; bare(text: string): { id: number }[] },
  next: () => string,
  most = 1.15,
): Promise<Figure[]> => {
  const texts = Array.from({ length: 2000 }, next)
  const text = (round: number) => texts[round % texts.length] ?? ''
  for (const each of texts.slice(0, 100)) {
    const [ours, bare] = [await competitors.ours(each), competitors.bare(each).map(({ id }) => id)]
    if (ours.join() !== bare.join())
      throw new Error(`"${each}" finds ${ours.join()}, the yardstick ${bare.join()}`)
  }
  const { ours, bare } = await inTurns(
    {
      ours: (round) => competitors.ours(text(round)),
      bare: (round) => competitors.bare(text(round)),
    },
    { rounds: 2000, warmUp: 300 },
  )
  const ratio = ours.p50 / bare.p50
  return [
    { name, ratio, goal: atMost(ratio, most), times: ours },
    { name: '  bare statement', times: bare },
  ]
}

const ourSearch = (till: BenchTill) => async (text: string) =>
  (await till.ask('item.search', { text, limit })).items.map(({ id }) => id)

const ourScan = (till: BenchTill) => async (code: string) => {
  const found = await till.ask('item.scan', { code })
  return found.kind === 'item' ? [found.item.id] : []
}

export const searchSection = async (): Promise<Section> => {
  await using till = await openTill()
  fillCatalogue(till.file, items)
  const bare: Bare = bareStatements(till.file)
  const random = randomFrom(3)
  const search = { ours: ourSearch(till), bare: bare.search }
  const scan = {
    ours: ourScan(till),
    bare: (code: string) => [bare.scan(code)].filter((row) => row !== undefined),
  }
  const figures = [
    ...(await compared('item.search, three letters', search, () => typed(random, 3))),
    ...(await compared('item.search, two words', search, () => `${typed(random, 3)} ${typed(random, 2)}`)),
    ...(await compared('item.search, one letter', search, () => typed(random, 1))),
    ...(await compared('item.scan, a barcode', scan, () => barcodeOf(1 + random(items)), 1.5)),
  ]
  bare.close()
  return { title: 'Finding one of 100 000 items', figures }
}
