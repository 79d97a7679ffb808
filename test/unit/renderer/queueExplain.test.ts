import { beforeEach, describe, expect, it } from 'vitest'
import { ownReasons } from '../../../core/contract/ownReasons.ts'
import { type Cause, type QueueRow, remedy, submissionKind } from '../../../core/contract/queue.ts'
import { queue as english } from '../../../renderer/i18n/en/queue.ts'
import { defineWords, say, setLanguage } from '../../../renderer/i18n/index.ts'
import { queue as kiswahili } from '../../../renderer/i18n/sw/queue.ts'
import { causeTitle, solveLabel } from '../../../renderer/screens/queue/causes/causeText.ts'
import {
  arrange,
  documentName,
  refusalSmall,
  rowAction,
  rowReason,
  rowState,
  type Say,
} from '../../../renderer/screens/queue/explain.ts'

// 20 November 2026, 14:13 in Nairobi.
const now = Date.UTC(2026, 10, 20, 11, 13)
const minute = 60_000
const hour = 60 * minute

const words = defineWords('queueTest', { en: english, sw: kiswahili })
const speak: Say = (key, values) => say(words, key, values)

const row = (changes: Partial<QueueRow> = {}): QueueRow => ({
  id: 1,
  kind: 'sale',
  lane: 'sales',
  state: 'queued',
  title: '1042',
  invoiceId: 42,
  itemId: null,
  amount: 122_000,
  by: 'Wanjiru',
  createdAt: now - 8 * minute,
  attempts: 0,
  lastTriedAt: null,
  nextTryAt: null,
  dueAt: now - 8 * minute + 24 * hour,
  settledAt: null,
  controlUnitNumber: null,
  withoutSignature: false,
  waitsFor: [],
  pausedBy: null,
  refusal: null,
  stuck: false,
  withdrawn: null,
  software: null,
  parentId: null,
  ...changes,
})

const refused = (changes: Partial<NonNullable<QueueRow['refusal']>> = {}) =>
  row({
    state: 'refused',
    attempts: 1,
    lastTriedAt: now - 32 * minute,
    refusal: {
      remedy: 'fixItem',
      code: '003',
      text: 'Invalid taxTyCd',
      line: 1,
      itemName: 'Eggs, tray of 30',
      itemId: 9,
      twice: [],
      ...changes,
    },
  })

const sale1042 = { id: 1, kind: 'sale', title: '1042', state: 'unknown' } as const

beforeEach(() => setLanguage('en'))

describe('a row of the queue', () => {
  it('that is pending shows its age and when it is due', () => {
    expect(rowState(row())).toBe('waiting')
    expect(rowReason(row(), speak, now)).toBe('8 min old · due by tomorrow 14:05')
  })

  it('that was just made does not call itself just now old', () => {
    expect(rowReason(row({ createdAt: now - 5_000 }), speak, now)).toBe('new · due by tomorrow 14:05')
  })

  it('that could not be sent shows the time of the retry', () => {
    const tried = row({ attempts: 3, nextTryAt: now + 19 * minute })
    expect(rowReason(tried, speak, now)).toContain('14:32')
    expect(rowReason(tried, speak, now)).toContain('was offline')
  })

  it('past its deadline says that it is late and kept', () => {
    const late = row({ createdAt: now - 27 * hour, dueAt: now - 3 * hour })
    expect(rowReason(late, speak, now)).toMatch(/27 h old · was due by 11:13.*saved/)
  })

  it('whose answer was lost warns not to ring it up again', () => {
    const lost = row({ state: 'unknown' })
    expect(rowReason(lost, speak, now)).toBe(
      'Sent, but the answer was lost. Do not ring it up again: Kaunta asks KRA about number 1042 first.',
    )
    expect(rowAction(lost, true)).toBe('details')
  })

  it('that depends on another names it, and says that a refused one must be corrected first', () => {
    const held = row({ kind: 'creditNote', title: '1044', waitsFor: [sale1042] })
    expect(rowState(held)).toBe('held')
    expect(rowReason(held, speak, now)).toBe('waits for Sale 1042')
    const behindRefused = row({ waitsFor: [sale1042, { ...sale1042, title: '1038', state: 'refused' }] })
    expect(rowReason(behindRefused, speak, now)).toContain('Sale 1038, which was rejected')
  })

  it('of a stopped lane is stopped whatever else holds it', () => {
    expect(rowState(row({ pausedBy: 'counterConflict', waitsFor: [sale1042] }))).toBe('paused')
  })

  it('that was refused names the item, the words of the authority in small, and one way on', () => {
    expect(rowReason(refused(), speak, now)).toContain('“Eggs, tray of 30”')
    expect(refusalSmall(refused(), speak, now)).toBe('003 · 13:41 · first try · Invalid taxTyCd')
    expect(rowAction(refused(), true)).toBe('correct')
  })

  it('over which the authority fails says so, and that it was set aside', () => {
    for (const state of ['queued', 'unknown'] as const)
      expect(rowReason(row({ state, stuck: true, attempts: 6 }), speak, now)).toContain('set it aside')
    const aside = refused({ remedy: 'sendAgain', code: '', text: '' })
    expect(rowState(aside)).toBe('aside')
    expect(rowReason(aside, speak, now)).toContain('Set aside here')
    expect([rowAction(aside, true), rowAction(aside, false)]).toEqual(['sendAgain', 'details'])
  })

  it('can be corrected by a manager only', () => {
    expect(rowAction(refused(), false)).toBe('details')
    expect(rowAction(refused({ remedy: 'callSupport' }), true)).toBe('sendAgain')
  })

  it('that is accepted without a signature asks for it, and is never called signed', () => {
    const unsigned = row({ state: 'accepted', withoutSignature: true, settledAt: now })
    expect(rowState(unsigned)).toBe('withoutSignature')
    expect(rowReason(unsigned, speak, now)).toContain('Do not ring it up again')
    expect(rowAction(unsigned, true)).toBe('enterSignature')
  })

  it('that is signed shows the number of the control unit', () => {
    const signed = row({ state: 'accepted', controlUnitNumber: 'KRACU0100000001/1042', settledAt: now })
    expect(rowReason(signed, speak, now)).toBe('KRACU0100000001/1042 · 14:13:00')
    expect(rowState({ ...signed, kind: 'item' })).toBe('accepted')
  })

  it('that was withdrawn shows the person, the reason, and that it stays on record', () => {
    const given = row({ state: 'withdrawn', withdrawn: { by: 'Njeri', reason: 'rung up as 1050', at: now } })
    expect(rowReason(given, speak, now)).toBe(
      'Cancelled by Njeri, 14:13: “rung up as 1050”. It stays on record.',
    )
    const own = row({
      state: 'withdrawn',
      withdrawn: { by: 'Kaunta', reason: ownReasons.laterChange, at: now },
    })
    expect(rowReason(own, speak, now)).toContain('“a later change was accepted”')
  })

  it('with several stock lines counts them', () => {
    expect(documentName({ kind: 'stockRecord', title: '1' }, speak)).toBe('Stock, 1 item')
    expect(documentName({ kind: 'stockRecord', title: '4' }, speak)).toBe('Stock, 4 items')
  })
})

describe('in both languages', () => {
  it.each(remedy.options)('a refusal that asks for %s is worded with and without an item', (asked) => {
    for (const itemName of ['Sukari', null]) {
      setLanguage('en')
      const inEnglish = rowReason(refused({ remedy: asked, itemName }), speak, now)
      setLanguage('sw')
      const inKiswahili = rowReason(refused({ remedy: asked, itemName }), speak, now)
      expect(inKiswahili).not.toBe(inEnglish)
      for (const sentence of [inEnglish, inKiswahili]) {
        expect(sentence).not.toMatch(/remedy\.|\{\{|\berror\b/i)
        expect(sentence.length).toBeGreaterThan(20)
      }
    }
  })

  it.each(submissionKind.options)('a document of the kind %s has a name', (kind) => {
    for (const language of ['en', 'sw'] as const) {
      setLanguage(language)
      expect(documentName({ kind, title: 'X' }, speak)).toMatch(/\w+ .*X/)
    }
  })
})

describe('a cause', () => {
  const goods = { itemId: 1, name: 'Sukari', unit: 'U', has: 200, needed: 700, missing: 500 }
  const causeOf = (changes: Partial<Cause> = {}): Cause => ({
    key: 'addStock/1',
    kind: 'addStock',
    itemId: 1,
    itemName: 'Sukari',
    buyerPin: null,
    software: null,
    said: { code: '910', text: 'Kindly visit your office' },
    act: 'addStock',
    documents: [],
    count: 5,
    sales: 5,
    sum: 299_800,
    held: 0,
    goods: [goods],
    ...changes,
  })
  const enough = { ...goods, missing: 0 }

  it.each<[Partial<Cause>, string, string]>([
    [{}, 'Not enough stock of “Sukari”: KRA has 2, you sold 7.', 'Add 5 to stock and send all'],
    [{ count: 1 }, 'Not enough stock', 'Add 5 to stock and send'],
    [{ goods: [goods, { ...goods, itemId: 2 }] }, 'of 2 items.', 'Add missing stock and send all'],
    [{ act: 'resend', goods: [enough] }, 'by your records it is enough', 'Send all again'],
    [{ act: null, software: 'API key …1234' }, 'you sold', 'Details'],
    [{ kind: 'callSupport', act: 'resend', count: 1 }, '“Kindly visit your office”', 'Send again'],
    [
      { kind: 'registerItem', act: 'registerItem' },
      'KRA does not know “Sukari”',
      'Register item and send all',
    ],
    [{ kind: 'checkAmounts', act: 'fetchRates' }, 'tax rates', 'Update tax rates and send all'],
    [{ kind: 'fixBuyer', act: 'correctBuyer' }, 'buyer’s PIN', 'Fix the PIN and send all'],
    [{ kind: 'enterSignature', act: 'enterSignature' }, 'the signature is missing', 'Enter signature'],
    [{ kind: 'setAside', act: 'setAside' }, 'keeps failing', 'Details'],
    [{ kind: 'oldLetter', act: 'openItem' }, 'another tax letter', 'Open item'],
  ])('%j is named with its numbers and its button, in both languages', (changes, title, button) => {
    setLanguage('en')
    expect(causeTitle(causeOf(changes), speak)).toContain(title)
    expect(solveLabel(causeOf(changes), speak)).toBe(button)
    setLanguage('sw')
    for (const text of [causeTitle(causeOf(changes), speak), solveLabel(causeOf(changes), speak)])
      expect(text).not.toMatch(new RegExp(`\\{\\{|\\.\\w|${button}`))
  })
})

describe('money that went back twice', () => {
  it('names both persons and times, and what went back too much', () => {
    const note = (number: string, by: string, minutes: number) => ({
      ...{ number, by, total: 250_00, at: now - minutes * minute },
    })
    const twice = [note('T1-CN-4', 'Asha', 11), note('T2-CN-1', 'Ben', 8)]
    const held = refused({ remedy: 'givenTwice', text: ownReasons.creditedTwice, twice })
    setLanguage('en')
    expect(rowReason(held, speak, now)).toBe(
      'Given back twice, KSh 250.00: Asha, 14:02 (T1-CN-4); Ben, 14:05 (T2-CN-1). Kaunta does not send this one.',
    )
    setLanguage('sw')
    expect(rowReason(held, speak, now)).toContain('Asha')
  })
})

describe('rows are arranged', () => {
  it('each under what it waits for, the rest in the order they came', () => {
    const rows = [
      row({ id: 1 }),
      row({ id: 2 }),
      row({ id: 3, parentId: 1 }),
      row({ id: 4, parentId: 3 }),
      row({ id: 5, parentId: 99 }),
    ]
    expect(arrange(rows).map(({ row: { id }, child }) => [id, child])).toEqual([
      [1, false],
      [3, true],
      [4, true],
      [2, false],
      [5, false],
    ])
  })
})
