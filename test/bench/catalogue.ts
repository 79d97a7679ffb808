/** A large shop's goods, written straight into an app's database. */
import { randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { randomFrom } from './measure.ts'

const makers = `Amani Baraka Chui Daraja Elimu Faraja Furaha Ghala Hekima Imani Jamii Jasiri Kijani Kilele Kiboko Lulu
  Maisha Malaika Mlima Mwezi Nuru Nyota Pwani Rafiki Safari Simba Tamu Tausi Tembo Twiga Uhuru Upendo Wema Zawadi Zuri`
const goods = `milk yoghurt butter cheese bread flour rice sugar salt oil tea coffee cocoa juice soda water biscuits
  chocolate sweets soap detergent bleach tissue napkins diapers lotion jelly shampoo toothpaste toothbrush pencils pens
  notebook batteries bulb cable kettle nails hammer paint pipe tap beans lentils peas onions tomatoes potatoes cabbage
  carrots beef chicken fish sausages eggs honey jam margarine cereal oats pasta noodles sauce vinegar pepper ginger`
const kinds = `fresh premium classic original light extra super family large small organic natural white brown red green
  blue black golden strong mild spicy hot cold frozen dried smoked roasted instant whole fortified refined scented`
const packs = `50g 100g 200g 250g 400g 500g 1kg 2kg 5kg 10kg 25kg 50ml 100ml 250ml 300ml 500ml 750ml 1L 2L 5L 20L 6pk 12pk`
const list = (words: string): string[] => words.trim().split(/\s+/)
const words = { makers: list(makers), goods: list(goods), kinds: list(kinds), packs: list(packs) }

/** The barcode of item number `id`, from 1. It is no scale's label, so it is looked up unchanged. */
export const barcodeOf = (id: number): string => String(6_160_000_000_000 + id * 7)

/** Registered goods with the ids 1 to `count`, booked in, some sold more than others. */
export const fillCatalogue = (file: string, count: number): void => {
  const random = randomFrom(2026)
  const pick = (from: string[]): string => from[random(from.length)] ?? ''
  const db = new Sqlite(file)
  const insert =
    db.prepare(`insert into item (uid, code, authority_code, name, barcode, category, type, tax_type, price,
    item_class, origin_country, package_unit, quantity_unit, active, on_hand, authority_on_hand, sold_count, registration,
    last_stock_in_id, created_at, updated_at) values (@uid, @code, @code, @name, @barcode, @category, '2', @taxType, @price,
    '5059690800', 'KE', 'NT', 'U', 1, @onHand, @onHand, @sold, 'registered', @stockIn, @at, @at)`)
  const at = Date.now()
  const stockIn = db
    .prepare(`insert into submission (kind, lane, state, title, payload, author_id, author_name, created_at)
      values ('stockRecord', 'stock', 'accepted', '1', '{}', 'USR01', 'Bench', ?)`)
    .run(at).lastInsertRowid
  db.transaction(() => {
    for (let id = 1; id <= count; id++) {
      insert.run({
        uid: randomUUID(),
        code: `KE2NTU${String(id).padStart(7, '0')}`,
        name: `${pick(words.makers)} ${pick(words.kinds)} ${pick(words.goods)} ${pick(words.packs)}`,
        barcode: barcodeOf(id),
        category: pick(words.kinds),
        taxType: pick(['A', 'B', 'B', 'B', 'C']),
        price: 1000 + random(500_000),
        onHand: 100_000 + random(1_000_000),
        sold: random(5000),
        stockIn,
        at,
      })
    }
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Typed text: the beginning of a word, `letters` long. */
export const typed = (random: (limit: number) => number, letters: number): string => {
  const all = [...words.makers, ...words.goods, ...words.kinds]
  return (all[random(all.length)] ?? '').slice(0, letters).toLowerCase()
}
