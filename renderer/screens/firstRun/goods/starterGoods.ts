/**
 * Goods that most shops of a kind sell. Prices and stock are the shop's own, so they are not here. A good becomes an
 * item only after its price is entered.
 */
import type { TaxType } from '../../../../core/fiscal/tax.ts'

export const shopKinds = ['duka', 'greens', 'chemist', 'hardware'] as const
export type ShopKind = (typeof shopKinds)[number]

export interface StarterGood {
  category: string
  name: string
  /** Kiswahili. */
  secondName: string
  /** Class 10 of the authority's code tables. */
  unit: string
  /** By the schedules of the VAT Act (Cap. 476), where the authority's category names no letter. */
  taxType: TaxType
  /** English words by which the authority's category is proposed. */
  words: string
}

/** By category: name | Kiswahili | unit | tax letter | words for the category, where the name does not have them. */
const lists: Record<ShopKind, Record<string, string>> = {
  duka: {
    'Bread & milk': `
White bread 400 g|Mkate mweupe 400 g|U|C|ordinary bread
Milk, packet 500 ml|Maziwa, pakiti 500 ml|U|C|pasteurised milk
Yoghurt 250 ml|Maziwa mtindi 250 ml|U|B|
Eggs, one|Yai moja|U|A|`,
    'Flour & rice': `
Maize flour 2 kg|Unga wa mahindi 2 kg|U|C|
Wheat flour 2 kg|Unga wa ngano 2 kg|U|C|
Rice 1 kg|Mchele 1 kg|U|A|
Beans, loose|Maharagwe|KG|A|beans dry
Spaghetti 400 g|Tambi 400 g|U|B|`,
    Cooking: `
Cooking oil 1 l|Mafuta ya kupikia 1 l|U|B|vegetable cooking oil
Cooking fat 500 g|Mafuta mgando 500 g|U|B|
White sugar 1 kg|Sukari nyeupe 1 kg|U|B|
Salt 500 g|Chumvi 500 g|U|B|
Tea leaves 250 g|Majani ya chai 250 g|U|B|`,
    Drinks: `
Soda 500 ml|Soda 500 ml|U|B|soft drinks
Water 500 ml|Maji 500 ml|U|B|drinking water bottled
Fruit juice 1 l|Juisi ya matunda 1 l|U|B|`,
    'Soap & cleaning': `
Bar soap 800 g|Sabuni ya kipande 800 g|U|B|
Washing powder 500 g|Sabuni ya unga 500 g|U|B|laundry detergent powder
Toilet paper, roll|Karatasi ya choo|U|B|
Toothpaste 100 ml|Dawa ya meno 100 ml|U|B|`,
    Household: `
Matchbox|Kiberiti|U|B|matches and lighters
Candle|Mshumaa|U|B|
Biscuits 100 g|Biskuti 100 g|U|B|`,
  },
  greens: {
    Vegetables: `
Tomatoes|Nyanya|KG|A|tomatoes fresh
Onions|Vitunguu|KG|A|
Potatoes|Viazi|KG|A|potatoes fresh
Cabbage, one|Kabeji moja|U|A|cabbages
Kale (sukuma wiki), bunch|Sukuma wiki, fungu|U|A|kale
Carrots|Karoti|KG|A|
Green grams|Ndengu|KG|A|`,
    Fruit: `
Bananas|Ndizi|KG|A|bananas fresh
Mangoes|Maembe|KG|A|
Oranges|Machungwa|KG|A|
Avocado, one|Parachichi moja|U|A|avocados
Watermelon, one|Tikiti moja|U|A|watermelons`,
    Meat: `
Beef|Nyama ya ng’ombe|KG|A|
Goat meat|Nyama ya mbuzi|KG|A|
Chicken|Kuku|KG|A|
Fish, fresh|Samaki|KG|A|`,
  },
  chemist: {
    Medicine: `
Pain relief tablets, strip|Dawa ya maumivu, ukanda|U|A|pain relievers
Antibiotic capsules, strip|Vidonge vya antibiotiki, ukanda|U|A|antibiotics
Malaria tablets, pack|Dawa ya malaria, pakiti|U|A|antimalarials
Vitamin tablets, pack|Vidonge vya vitamini, pakiti|U|B|vitamin supplements`,
    'First aid': `
Plasters, pack|Plasta, pakiti|U|B|
Bandage|Bendeji|U|B|bandages
Gloves, pair|Glavu, jozi|U|B|examination gloves
Face masks, pack|Barakoa, pakiti|U|B|
Disinfectant 500 ml|Dawa ya kuua viini 500 ml|U|B|
Hand sanitiser 250 ml|Kitakasa mikono 250 ml|U|B|`,
    'Body care': `
Sanitary towels, pack|Taulo za hedhi, pakiti|U|C|
Baby diapers, pack|Nepi za mtoto, pakiti|U|B|
Petroleum jelly 100 g|Mafuta ya mgando 100 g|U|B|
Body lotion 200 ml|Losheni 200 ml|U|B|
Bath soap 100 g|Sabuni ya kuogea 100 g|U|B|
Toothbrush|Mswaki|U|B|`,
  },
  hardware: {
    Building: `
Cement 50 kg|Saruji 50 kg|U|B|
Steel bar 12 mm|Chuma 12 mm|U|B|steel bars
Roofing sheet|Bati|U|B|roofing sheets
Floor tiles, box|Vigae vya sakafu, boksi|U|B|
Sand, tonne|Mchanga, tani|U|B|stone sand ballast
Nails|Misumari|KG|B|`,
    Painting: `
Paint 4 l|Rangi 4 l|U|B|
Paint brush|Brashi ya rangi|U|B|paint brushes`,
    Electrical: `
LED bulb|Balbu ya LED|U|B|led light bulbs
Socket|Soketi|U|B|
Switch|Swichi|U|B|
Torch|Tochi|U|B|
Dry cell batteries, pair|Betri, jozi|U|B|`,
    Tools: `
Hammer|Nyundo|U|B|
Screwdriver|Bisibisi|U|B|
Measuring tape|Futi ya kupimia|U|B|
Water pipe|Bomba la maji|U|B|water pipes
Broom|Ufagio|U|B|`,
  },
}

export const starterGoods = (kind: ShopKind): StarterGood[] =>
  Object.entries(lists[kind]).flatMap(([category, rows]) =>
    rows
      .trim()
      .split('\n')
      .map((row) => {
        const [name = '', secondName = '', unit = '', taxType = '', words = ''] = row.split('|')
        return { category, name, secondName, unit, taxType: taxType as TaxType, words: words || name }
      }),
  )
