/** A page that shows whether a printer prints, and whether the paper is as wide as the settings say. */
import type { Paper } from '../../contract/workspace.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import type { Block, ReceiptModel, SectionName, Weight } from './receipt.ts'

interface TestPage {
  shop: string
  /** The system's name for the printer; null: its default one, or the window's dialogue. */
  printer: string | null
  paper: Paper
  /** Epoch milliseconds. */
  at: number
}

const text = (content: string, weight: Weight = 'normal'): Block => ({ kind: 'text', text: content, weight })
const pair = (left: string, right: string): Block => ({ kind: 'pair', left, right, weight: 'normal' })
const section = (name: SectionName, rule: string | null, blocks: Block[]) => ({ name, rule, blocks })

/** In both languages, as a receipt is. */
export const buildTestPage = ({ shop, printer, paper, at }: TestPage): ReceiptModel => ({
  title: 'TEST PAGE',
  number: '',
  sections: [
    section('seller', null, [text(shop, 'strong')]),
    section('title', null, [text('TEST PAGE', 'title'), text('UKURASA WA MAJARIBIO', 'strong')]),
    section('notice', null, [text('Not a receipt. No sale was made.'), text('Si risiti. Hakuna mauzo.')]),
    section('till', '', [
      pair(toPaperDate(at), toPaperTime(at)),
      pair('Paper / Karatasi', paper),
      ...(printer === null ? [] : [pair('Printer / Printa', printer)]),
    ]),
    section('footer', '', [
      pair('|<', '>|'),
      text('Are both marks at the edges? Then the paper width is right.'),
      text('Alama zote mbili ziko kwenye kingo? Basi upana wa karatasi ni sahihi.'),
    ]),
  ],
})
