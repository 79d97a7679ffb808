import type { ItemType } from '../../fiscal/codes.ts'
import { parseMoney, parseQuantity } from '../../fiscal/money.ts'
import type { TaxType } from '../../fiscal/tax.ts'

/**
 * The shop for trying the till. It is fictional, including its barcodes; prices are those of a Nairobi estate in
 * 2026. Amounts are cents including tax, quantities hundredths.
 */
export const demoShop = {
  name: 'Mama Njeri Stores',
  pin: 'P051234567X',
  address: 'Shop 4, Moi Avenue',
  city: 'Nairobi',
  phone: '0700 000 001',
  headerMessage: 'Karibu sana!',
  footerMessage: 'Asante. Thank you, come again.',
} as const

/** Buyers that the practice authority knows. */
export const demoCustomers = [
  { pin: 'P052000003M', name: 'Mwangaza Schools Trust', phone: '0700000003', credit_limit: 50_000_00 },
  { pin: 'P051777777G', name: 'Jenga Hardware Ltd', phone: '0700000007', credit_limit: null },
  { pin: 'A006789012G', name: 'Njeri Mwangi', phone: '0700000012', credit_limit: null },
  { pin: null, name: 'Mama Amani', phone: '0712345678', credit_limit: 5_000_00 },
] as const

/** The cash in its drawer: notes and coins, `value` in cents. */
export const demoFloat = [
  { value: 500_00, count: 1 },
  { value: 200_00, count: 2 },
  { value: 100_00, count: 6 },
  { value: 50_00, count: 6 },
  { value: 10_00, count: 20 },
]

/** `barcode` of loose goods is their number on the scale. Services have no stock. */
export type DemoItem = {
  name: string
  category: string
  type: ItemType
  price: number
  taxType: TaxType
  itemClass: string
  quantityUnit: string
  packageUnit: 'NT'
  barcode: string | null
  openingStock: number | null
  lowStock: number | null
  favourite: boolean
}

/**
 * Goods by category: barcode | name | price | tax | class | unit | opening stock | low stock | favourite.
 *
 * The tax letters follow the schedules of the VAT Act (Cap. 476). Zero-rated (C, second schedule): ordinary bread,
 * milk without sugar, flour of maize and wheat. Exempt (A, first schedule): vegetables, fruit, dried beans and eggs
 * from the farm, rice, sanitary towels. Everything else is B: sweetened, fermented, roasted or fried food is not
 * unprocessed.
 */
const goods: Record<string, string> = {
  'Bread & milk': `
6169900000016|White bread 400 g|70|C|5018190100|U|60|12|*
6169900000023|Brown bread 400 g|75|C|5018190100|U|30|8|
6169900000030|White bread 800 g|135|C|5018190100|U|20|5|
6169900000047|Milk, packet 500 ml|65|C|5013170200|U|96|24|*
6169900000054|Milk, long life 500 ml|75|C|5013170300|U|72|18|
6169900000061|Mala (fermented milk) 500 ml|80|B|5013170600|U|36|10|
6169900000078|Yoghurt, strawberry 250 ml|90|B|5013170500|U|30|8|
6169900000085|Eggs, one|18|A|5013160900|U|300|60|*
6169900000092|Eggs, tray of 30|480|A|5013160900|U|14|4|
6169900000108|Margarine 500 g|290|B|5015160100|U|18|5|
`,
  'Flour & sugar': `
6169900000115|Maize flour (unga) 2 kg|165|C|5022130200|U|80|20|*
6169900000122|Wheat flour 2 kg|190|C|5022130100|U|60|15|*
6169900000139|Chapati flour 2 kg|205|C|5022130100|U|40|10|
6169900000146|Porridge flour (uji) 1 kg|160|B|5022130400|U|24|6|
6169900000153|Sugar, white 1 kg|165|B|5016150900|U|90|20|*
6169900000160|Sugar, brown 2 kg|320|B|5016150100|U|36|10|
6169900000177|Rice, pishori 1 kg|230|A|5022110100|U|45|10|
6169900000184|Rice, long grain 2 kg|340|A|5022110100|U|30|8|
6169900000191|Cooking oil 1 l|345|B|5015150100|U|48|12|*
6169900000207|Cooking fat 500 g|215|B|5015151400|U|30|8|
6169900000214|Salt 500 g|25|B|5017155100|U|60|15|
6169900000221|Tea leaves 250 g|180|B|5020171300|U|36|10|*
6169900000238|Instant coffee 50 g|260|B|5020170600|U|20|5|
6169900000245|Spaghetti 400 g|125|B|5019290300|U|36|10|
6169900000252|Green grams (ndengu) 1 kg|220|A|5022100600|U|25|6|
`,
  Drinks: `
6169900000269|Soda 500 ml|80|B|5020230600|U|144|36|*
6169900000276|Soda 300 ml, returnable bottle|50|B|5020230600|U|120|24|
6169900000283|Soda 2 l|210|B|5020230600|U|36|10|
6169900000290|Drinking water 500 ml|50|B|5020230100|U|120|30|*
6169900000306|Drinking water 1.5 l|100|B|5020230100|U|48|12|
6169900000313|Mango juice 1 l|240|B|5020230400|U|24|6|
6169900000320|Energy drink 500 ml|120|B|5020230900|U|36|10|
`,
  Snacks: `
6169900000337|Potato crisps 50 g|60|B|5019210900|U|72|18|*
6169900000344|Biscuits, glucose 100 g|45|B|5018190500|U|80|20|
6169900000351|Mandazi, one|15|B|5018170900|U|60|15|
6169900000368|Roasted groundnuts 50 g|50|B|5010170200|U|40|10|
6169900000375|Sweets, one|5|B|5016180000|U|400|80|
6169900000382|Chewing gum, packet|20|B|5016181400|U|90|20|
6169900000399|Chocolate bar 40 g|110|B|5016181300|U|36|8|
6169900000405|Popcorn 30 g|30|B|5019211200|U|48|12|
`,
  'Soap & cleaning': `
6169900000412|Bar soap 800 g|195|B|5313160900|U|48|12|*
6169900000429|Bath soap 125 g|95|B|5313160800|U|60|15|
6169900000436|Washing powder 500 g|160|B|4713181100|U|48|12|*
6169900000443|Bleach 750 ml|190|B|4713180700|U|24|6|
6169900000450|Dishwashing liquid 400 ml|130|B|4713181000|U|24|6|
6169900000467|Toothpaste 70 g|130|B|5313170300|U|36|8|
6169900000474|Toothbrush|70|B|5313170400|U|36|8|
6169900000481|Petroleum jelly 100 g|140|B|5313160600|U|30|8|
6169900000498|Sanitary towels, pack of 8|75|A|5313161500|U|36|10|
6169900000504|Baby diapers, medium, pack of 10|320|B|1411171100|U|18|4|
`,
  Household: `
6169900000511|Toilet paper, one roll|40|B|1411170400|U|120|30|*
6169900000528|Toilet paper, pack of 10|380|B|1411170400|U|20|5|
6169900000535|Matches, one box|5|B|5021160700|U|240|50|
6169900000542|Candles, pack of 6|120|B|3911270000|U|24|6|
6169900000559|LED bulb 9 W|180|B|3910162800|U|24|6|
6169900000566|Batteries AA, pair|100|B|2611170300|U|40|10|
6169900000573|Mosquito coils, box|90|B|4713190100|U|30|8|
6169900000580|Steel wool|20|B|4713150100|U|60|15|
6169900000597|Broom|150|B|4713160400|U|12|3|
`,
  Stationery: `
6169900000603|Exercise book, 96 pages|45|B|6010540000|U|120|30|
6169900000610|Ballpoint pen, blue|20|B|4412170100|U|150|30|*
6169900000627|Pencil HB|15|B|4412170600|U|100|25|
6169900000634|Eraser|15|B|4412180400|U|60|15|
6169900000641|Ruler 30 cm|30|B|4412190400|U|40|10|
6169900000658|Printing paper A4, ream|650|B|1411150700|U|10|3|
`,
  'Vegetables & fruit': `
00101|Tomatoes (nyanya), loose|120|A|5040650000|KG|35|8|*
00102|Onions (vitunguu), loose|110|A|5040240000|KG|40|10|*
00103|Potatoes (viazi), loose|80|A|5040250000|KG|90|20|*
00104|Beans (maharagwe), loose|180|A|5022100500|KG|45|10|
00105|Carrots (karoti), loose|100|A|5040180000|KG|15|4|
00106|Bananas (ndizi), loose|110|A|5030170000|KG|25|6|
6169900000665|Sukuma wiki, bunch|20|A|5040270000|U|50|10|*
6169900000672|Cabbage, one|70|A|5040170000|U|20|5|
6169900000689|Avocado, one|30|A|5030160000|U|45|10|
`,
}

/**
 * Services: name | price | tax | class | favourite. Airtime is exempt unless the telephone company sells it (VAT Act,
 * first schedule, part II).
 */
const services = `
Airtime 50|50|A|8116170000|*
Airtime 100|100|A|8116170000|*
Photocopy, one page|10|B|8312150000|*
Printing, one page|20|B|8210150000|
Lamination A4|100|B|8210150000|
Phone charging|30|B|8110150000|
Delivery within the estate|150|B|7810180400|
`

/** The demo shop's goods, in the order of its shelves. */
export const demoItems: readonly DemoItem[] = [
  ...Object.entries(goods).flatMap(([category, table]) => rowsOf(table).map((row) => goodsOf(category, row))),
  ...rowsOf(services).map(serviceOf),
]

function goodsOf(category: string, row: string[]): DemoItem {
  const [barcode = '', name = '', price = '', tax, itemClass = '', unit = '', stock = '', low = '', star] =
    row
  return {
    name,
    category,
    type: '2',
    price: parseMoney(price) ?? 0,
    taxType: tax as TaxType,
    itemClass,
    quantityUnit: unit,
    packageUnit: 'NT',
    barcode,
    openingStock: parseQuantity(stock),
    lowStock: parseQuantity(low),
    favourite: star === '*',
  }
}

function serviceOf([name = '', price = '', tax, itemClass = '', star]: string[]): DemoItem {
  return {
    name,
    category: 'Airtime & services',
    type: '3',
    price: parseMoney(price) ?? 0,
    taxType: tax as TaxType,
    itemClass,
    quantityUnit: 'U',
    packageUnit: 'NT',
    barcode: null,
    openingStock: null,
    lowStock: null,
    favourite: star === '*',
  }
}

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
}
