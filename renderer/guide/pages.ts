import { type Role, rankOf } from '../../core/contract/fields.ts'
import type { guide } from '../i18n/en/guide.ts'
import { hasWord, quoted, say, sayFound, textsBelow } from '../i18n/index.ts'
import { groups, type SectionName } from '../screens/settings/sections.ts'
import { leastRole, type ScreenName } from '../window/screenNames.ts'
import { words } from './words.ts'

export type PageName = keyof typeof guide.pages
/** A screen that has pages. */
export type Place = ScreenName | 'unlock' | 'firstRun'

interface Page {
  place: Place
  /** The section of Settings that it is about. */
  section?: SectionName
  /** Where it needs more than its screen does. */
  least?: Role
  /** `npm run guide` takes one, in each language. */
  picture?: true
}

/** In the order of the list. The first page of a screen that a person may read opens on that screen. */
export const pages: Record<PageName, Page> = {
  setUp: { place: 'firstRun' },
  moveShop: { place: 'firstRun' },
  signIn: { place: 'unlock' },
  passcode: { place: 'unlock' },
  sell: { place: 'sell', picture: true },
  cash: { place: 'sell', picture: true },
  mpesa: { place: 'sell', picture: true },
  credit: { place: 'sell' },
  buyer: { place: 'sell' },
  park: { place: 'sell' },
  hubParked: { place: 'sell' },
  proforma: { place: 'sell' },
  training: { place: 'sell', picture: true },
  discount: { place: 'sell', picture: true },
  unknown: { place: 'sell' },
  otherItem: { place: 'sell', picture: true },
  arrange: { place: 'sell', least: 'manager', picture: true },
  receipt: { place: 'receipts', picture: true },
  refund: { place: 'receipts', least: 'manager', picture: true },
  exchange: { place: 'receipts', least: 'manager' },
  changePayment: { place: 'receipts', least: 'manager' },
  report: { place: 'receipts', least: 'manager' },
  shift: { place: 'shift', picture: true },
  closeShift: { place: 'shift', picture: true },
  customers: { place: 'customers', picture: true },
  debts: { place: 'customers' },
  mergeCustomers: { place: 'customers', least: 'manager' },
  addItem: { place: 'items', least: 'manager', picture: true },
  importList: { place: 'items', least: 'manager', picture: true },
  bulkChange: { place: 'items', least: 'manager', picture: true },
  undoImport: { place: 'items', least: 'manager', picture: true },
  exportList: { place: 'items', least: 'manager' },
  labels: { place: 'items', least: 'manager', picture: true },
  classes: { place: 'items', least: 'manager' },
  lookItem: { place: 'items' },
  receive: { place: 'stock', least: 'manager' },
  count: { place: 'stock', least: 'manager', picture: true },
  adjust: { place: 'stock', least: 'manager', picture: true },
  levels: { place: 'stock', picture: true },
  hubStock: { place: 'stock' },
  order: { place: 'stock', least: 'manager', picture: true },
  deliver: { place: 'purchases', picture: true },
  customs: { place: 'purchases', least: 'manager', picture: true },
  enterDelivery: { place: 'purchases', least: 'manager' },
  receiveTransfer: { place: 'transfers', picture: true },
  sendTransfer: { place: 'transfers', least: 'manager', picture: true },
  offline: { place: 'queue', picture: true },
  rejected: { place: 'queue', picture: true },
  activity: { place: 'activity', picture: true },
  settings: { place: 'settings', picture: true },
  people: { place: 'settings', section: 'people', picture: true },
  rights: { place: 'settings', section: 'approvals', picture: true },
  approve: { place: 'sell' },
  tenders: { place: 'settings', section: 'tenders', picture: true },
  paper: { place: 'settings', section: 'shop', picture: true },
  printer: { place: 'settings', section: 'printer', picture: true },
  papers: { place: 'sell' },
  drawer: { place: 'settings', section: 'printer' },
  display: { place: 'settings', section: 'display', picture: true },
  scale: { place: 'settings', section: 'serial', picture: true },
  pole: { place: 'settings', section: 'serial' },
  restore: { place: 'settings', section: 'backup' },
  connect: { place: 'settings', section: 'profiles', least: 'owner', picture: true },
  practice: { place: 'settings', section: 'profiles', least: 'owner' },
  software: { place: 'settings', section: 'software' },
  hubComputer: { place: 'settings', section: 'hub', least: 'owner' },
  hubDay: { place: 'settings', section: 'hub', least: 'manager' },
  hubTills: { place: 'settings', section: 'hub', least: 'manager' },
  hubOffers: { place: 'settings', section: 'hub', least: 'manager' },
  hubLetter: { place: 'settings', section: 'hub', least: 'manager' },
  hubBrowser: { place: 'settings', section: 'hub', least: 'owner' },
  hubOff: { place: 'settings', section: 'hub' },
  hubLost: { place: 'settings', section: 'hub', least: 'owner' },
  update: { place: 'settings', section: 'update' },
  support: { place: 'settings', section: 'diagnostics' },
}

const names = Object.keys(pages) as PageName[]
const rows = Object.values(groups).flat()

/** Who reads a page; `null` before anybody has signed in, who then reads how to. A shop that is set up has its own. */
export function pagesFor(role: Role | null, at?: Place): PageName[] {
  return names.filter((name) => {
    const { place, section, least } = pages[name]
    if (place === 'firstRun' || at === 'firstRun') return place === at
    if (place === 'unlock') return true
    const needed =
      least ?? rows.find(([row]) => row === section)?.[1] ?? leastRole[place as ScreenName] ?? 'cashier'
    return role !== null && rankOf[role] >= rankOf[needed]
  })
}

/** A piece of a sentence; `label` is a text that stands on the screen. */
interface Piece {
  text: string
  label: boolean
}

/** `Touch [sell:cart.pay].` in its pieces, with the button's text in the language of the screen. */
export function piecesOf(sentence: string): Piece[] {
  return sentence
    .split(/\[(\w+:[\w.]+)\]/)
    .map((part, index) => ({
      text: index % 2 === 1 ? quoted(part) : part,
      label: index % 2 === 1,
    }))
    .filter(({ text }) => text !== '')
}

export const stepsOf = (name: PageName): string[] => textsBelow(words, `pages.${name}.steps`)

export const noteOf = (name: PageName): string | null =>
  hasWord(words, `pages.${name}.note`) ? sayFound(words, `pages.${name}.note`) : null

/** The pages with all the words that were typed, as they read on the screen; those with the words in the title first. */
export function findPages(among: readonly PageName[], typed: string): PageName[] {
  // People type "mpesa", and the button says "M-PESA".
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s]/gu, '')
  const wanted = plain(typed).split(/\s+/)
  const hasAll = (text: string) => wanted.every((word) => plain(text).includes(word))
  const title = (name: PageName) => say(words, `pages.${name}.title`)
  const text = (name: PageName) =>
    [title(name), ...stepsOf(name), noteOf(name) ?? '']
      .map((sentence) =>
        piecesOf(sentence)
          .map((piece) => piece.text)
          .join(''),
      )
      .join(' ')
  const found = among.filter((name) => hasAll(text(name)))
  return [...found.filter((name) => hasAll(title(name))), ...found.filter((name) => !hasAll(title(name)))]
}
