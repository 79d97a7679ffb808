import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../core/authority/port.ts'
import {
  type Asked,
  afterLookUp,
  afterSending,
  type Decision,
  type Found,
  type Known,
  type LookUpDecision,
} from '../../../core/queue/policy.ts'

const first: Known = {
  number: 7,
  numbering: 'document',
  mayHaveArrived: false,
  realigned: false,
  uncertaintyOver: false,
  refusals: 1,
  mayRerate: false,
}
type Refusal = Omit<Extract<Outcome<unknown>, { kind: 'refused' }>, 'kind' | 'code' | 'text'>
const refused = (about: Refusal = {}): Outcome<unknown> => ({
  kind: 'refused',
  code: '910',
  text: 'No',
  ...about,
})
const accepted: Outcome<unknown> = { kind: 'accepted', data: null }
const neverArrived: Outcome<unknown> = { kind: 'neverArrived', text: 'refused connection' }
const mayHaveArrived: Outcome<unknown> = { kind: 'mayHaveArrived', text: 'time-out' }
const notAuthorised: Outcome<unknown> = { kind: 'notAuthorised', code: '401', text: 'No' }
const notInitialised: Outcome<unknown> = { kind: 'notInitialised', code: '901', text: 'No' }

const jumped = { become: 'renumbered', next: 1007 } as const
const conflict = { become: 'paused', reason: 'counterConflict' } as const

describe('what becomes of a document that was sent', () => {
  it.each<[string, Outcome<unknown>, Partial<Known>, Decision]>([
    ['accepted', accepted, {}, { become: 'accepted' }],
    ['accepted after doubt', accepted, { mayHaveArrived: true }, { become: 'accepted' }],

    ['never arrived', neverArrived, {}, { become: 'queued', pause: 'growing' }],
    [
      'never arrived, after a try that may have',
      neverArrived,
      { mayHaveArrived: true },
      { become: 'unknown' },
    ],
    ['may have arrived', mayHaveArrived, {}, { become: 'unknown' }],
    ['may have arrived once more', mayHaveArrived, { mayHaveArrived: true }, { become: 'unknown' }],

    ['credentials refused', notAuthorised, {}, { become: 'paused', reason: 'notAuthorised' }],
    ['device not initialised', notInitialised, {}, { become: 'paused', reason: 'notInitialised' }],
    ['nothing found', { kind: 'nothingFound' }, {}, { become: 'refused' }],

    ['an answer nobody documented', refused({ undocumented: true }), {}, { become: 'unknown' }],
    [
      'the same, at the third time',
      refused({ undocumented: true }),
      { mayHaveArrived: true, refusals: 3 },
      { become: 'unknown' },
    ],
    [
      'the same, at the fourth time, with no doubt left',
      refused({ undocumented: true }),
      { mayHaveArrived: true, uncertaintyOver: true, refusals: 4 },
      { become: 'refused' },
    ],
    ['refused for its content', refused(), {}, { become: 'refused' }],
    [
      'refused for its content, an earlier try on its way',
      refused(),
      { mayHaveArrived: true },
      { become: 'stillUncertain' },
    ],
    [
      'refused for its content, again after a while',
      refused(),
      { mayHaveArrived: true, uncertaintyOver: true, refusals: 2 },
      { become: 'refused' },
    ],
    ['refused, wanting the very number', refused({ expected: 7 }), {}, { become: 'refused' }],
    ['refused without a number', refused(), { number: null }, { become: 'refused' }],
    [
      'there already, without a number',
      refused({ duplicate: true }),
      { number: null },
      { become: 'accepted' },
    ],

    ['number taken', refused({ expected: 8 }), {}, { become: 'landed', wanted: 8 }],
    [
      'number taken, after doubt',
      refused({ expected: 8 }),
      { mayHaveArrived: true },
      { become: 'landed', wanted: 8 },
    ],
    [
      'number taken, a second time',
      refused({ expected: 9 }),
      { realigned: true },
      { become: 'landed', wanted: 9 },
    ],
    ['duplicate', refused({ duplicate: true }), {}, { become: 'landed', wanted: null }],
    [
      'duplicate, after doubt',
      refused({ duplicate: true }),
      { mayHaveArrived: true },
      { become: 'landed', wanted: null },
    ],

    ['number too high', refused({ expected: 5 }), {}, { become: 'renumbered', next: 5 }],
    [
      'number too high, after doubt',
      refused({ expected: 5 }),
      { mayHaveArrived: true, uncertaintyOver: true },
      { become: 'renumbered', next: 5 },
    ],
    [
      'number too high, in doubt',
      refused({ expected: 5 }),
      { mayHaveArrived: true },
      { become: 'stillUncertain' },
    ],
    ['number too high again', refused({ expected: 5 }), { realigned: true }, conflict],
    ['record taken', refused({ expected: 8 }), { numbering: 'record' }, { become: 'landed', wanted: 8 }],
    ['record duplicate', refused({ duplicate: true }), { numbering: 'record' }, jumped],
    [
      'record duplicate, after doubt',
      refused({ duplicate: true }),
      { numbering: 'record', mayHaveArrived: true },
      { become: 'accepted' },
    ],
    ['purchase taken', refused({ expected: 8 }), { numbering: 'purchase' }, { become: 'landed', wanted: 8 }],
    [
      'purchase taken, after doubt',
      refused({ expected: 8 }),
      { numbering: 'purchase', mayHaveArrived: true },
      { become: 'landed', wanted: 8 },
    ],
    ['purchase duplicate', refused({ duplicate: true }), { numbering: 'purchase' }, jumped],
    [
      'purchase duplicate again',
      refused({ duplicate: true }),
      { numbering: 'purchase', realigned: true },
      conflict,
    ],
    [
      'purchase duplicate, after doubt',
      refused({ duplicate: true }),
      { numbering: 'purchase', mayHaveArrived: true },
      { become: 'landed', wanted: null },
    ],

    [
      'item sequence taken',
      refused({ expected: 8 }),
      { numbering: 'item' },
      { become: 'renumbered', next: 8 },
    ],
    // One that landed would have been changed by the same code: somebody else has the sequence.
    [
      'item sequence taken, after doubt',
      refused({ expected: 8 }),
      { numbering: 'item', mayHaveArrived: true },
      { become: 'renumbered', next: 8 },
    ],
    [
      'item duplicate, after doubt',
      refused({ duplicate: true }),
      { numbering: 'item', mayHaveArrived: true },
      { become: 'accepted' },
    ],

    ['stock not seen yet', refused({ stockNotSeen: true }), {}, { become: 'queued', pause: 'short' }],
    [
      'stock not seen yet, the fourth time',
      refused({ stockNotSeen: true }),
      { refusals: 4 },
      { become: 'queued', pause: 'short' },
    ],
    ['stock not there', refused({ stockNotSeen: true }), { refusals: 5 }, { become: 'refused' }],

    [
      'another rate',
      refused({ enforcedRate: { taxType: 'E', percent: 0 } }),
      { mayRerate: true },
      { become: 'rerated', rate: { taxType: 'E', percent: 0 } },
    ],
    [
      'another rate, computed with',
      refused({ enforcedRate: { taxType: 'E', percent: 0 } }),
      {},
      { become: 'refused' },
    ],
  ])('%s', (_, outcome, known, decision) => {
    expect(afterSending(outcome, { ...first, ...known })).toEqual(decision)
  })
})

const doubted: Asked = {
  number: 7,
  landed: false,
  wanted: null,
  mayHaveArrived: true,
  realigned: false,
  uncertaintyOver: false,
  hasTwin: false,
  fruitless: 0,
  refusals: 0,
}
const found = (data: Found): Outcome<Found> => ({ kind: 'accepted', data })
const nothing: Outcome<Found> = { kind: 'nothingFound' }
const none: Outcome<Found> = { kind: 'refused', code: '910', text: 'Not available' }
const taken = { landed: true, wanted: 9 }
const untried = { ...taken, mayHaveArrived: false }

describe('what becomes of a document that was asked about', () => {
  it.each<[string, Outcome<Found>, Partial<Asked>, LookUpDecision]>([
    ['it is there', found('ours'), {}, { become: 'accepted' }],
    ['it is there, as was said', found('ours'), taken, { become: 'accepted' }],
    ['it is there, never sent by us', found('ours'), untried, { become: 'accepted' }],
    ['it is there without its signature', found('oursUnsigned'), taken, { become: 'unknown' }],
    [
      'it is there without its signature, the fifth time',
      found('oursUnsigned'),
      { ...taken, fruitless: 4 },
      { become: 'acceptedUnsigned' },
    ],

    ['another is there', found('anothers'), {}, { become: 'onward' }],
    ['another is there, as was said', found('anothers'), untried, { become: 'onward' }],
    ['another is there again', found('anothers'), { realigned: true }, { become: 'onward' }],

    ['nothing is there', nothing, {}, { become: 'queued' }],
    ['nothing is shown, though taken', nothing, taken, { become: 'unknown' }],
    [
      'nothing is shown, though taken, the fifth time',
      nothing,
      { ...taken, fruitless: 4 },
      { become: 'stillUncertain' },
    ],
    [
      'nothing is shown after a long wait either, though taken',
      nothing,
      { ...taken, uncertaintyOver: true, fruitless: 4 },
      { become: 'acceptedUnsigned' },
    ],
    ['nothing is shown, sent only once', nothing, { ...untried, fruitless: 4 }, { become: 'stillUncertain' }],
    [
      'nothing is shown after a long wait either, sent only once',
      nothing,
      { ...untried, uncertaintyOver: true, fruitless: 4 },
      { become: 'renumbered', next: 9 },
    ],
    [
      'nothing is returned, and no number',
      nothing,
      { ...untried, wanted: null, uncertaintyOver: true, fruitless: 4 },
      jumped,
    ],
    [
      'nothing is shown again',
      nothing,
      { ...untried, uncertaintyOver: true, fruitless: 4, realigned: true },
      { become: 'renumbered', next: 9 },
    ],
    [
      'nothing is shown again, and the number goes back',
      nothing,
      { ...untried, wanted: 5, uncertaintyOver: true, fruitless: 4, realigned: true },
      conflict,
    ],

    ['the question is refused', none, {}, { become: 'unknown' }],
    ['the question is always refused', none, { fruitless: 4 }, { become: 'queued' }],
    ['the question is refused, though taken', none, taken, { become: 'unknown' }],
    [
      'the question is always refused, though taken',
      none,
      { ...taken, uncertaintyOver: true, fruitless: 4, refusals: 4 },
      { become: 'acceptedUnsigned' },
    ],
    [
      'the question is refused once after a long wait, sent only once',
      none,
      { ...untried, uncertaintyOver: true, fruitless: 9 },
      { become: 'unknown' },
    ],
    [
      'the question is always refused, after a long wait too, sent only once',
      none,
      { ...untried, uncertaintyOver: true, fruitless: 4, refusals: 4 },
      { become: 'renumbered', next: 9 },
    ],

    ['the goods are not there, never without an answer', found('notThere'), untried, { become: 'unknown' }],
    [
      'the goods are not there, never without an answer, the third time',
      found('notThere'),
      { ...untried, fruitless: 4 },
      { become: 'renumbered', next: 9 },
    ],
    [
      'the goods are not there, again',
      found('notThere'),
      { ...untried, fruitless: 4, realigned: true },
      { become: 'renumbered', next: 9 },
    ],
    [
      'the goods are not there, again, and no number is returned',
      found('notThere'),
      { ...untried, wanted: null, fruitless: 4, realigned: true },
      conflict,
    ],
    ['the goods are not there', found('notThere'), { ...taken, fruitless: 4 }, { become: 'stillUncertain' }],
    [
      'the goods are not there after a long wait either',
      found('notThere'),
      { ...taken, fruitless: 4, uncertaintyOver: true },
      { become: 'renumbered', next: 9 },
    ],
    [
      'the invoice is confirmed, asked for the first time',
      found('there'),
      { ...taken, fruitless: 0 },
      { become: 'unknown', isShown: true },
    ],
    ['the invoice is confirmed', found('there'), { ...taken, fruitless: 2 }, { become: 'accepted' }],
    [
      'the invoice is confirmed, by the last number used, which was ours',
      found('there'),
      { ...untried, wanted: 8, fruitless: 2 },
      { become: 'accepted' },
    ],
    [
      'the invoice is confirmed, and others have used numbers since',
      found('there'),
      { ...untried, fruitless: 2 },
      { become: 'renumbered', next: 9 },
    ],
    [
      'the goods are there, asked for the first time, by the last number used, which was ours',
      found('there'),
      { ...untried, wanted: 8, fruitless: 0 },
      { become: 'unknown', isShown: true },
    ],
    [
      'the goods are there, asked for the first time, and others have used numbers since',
      found('there'),
      { ...untried, fruitless: 0 },
      { become: 'unknown' },
    ],
    ['the goods show nothing', found('unclear'), taken, { become: 'unknown' }],
    [
      'the goods show nothing, the fifth time',
      found('unclear'),
      { ...taken, fruitless: 4 },
      { become: 'accepted' },
    ],
    ['the goods show nothing, never without an answer', found('unclear'), untried, { become: 'unknown' }],
    [
      'the goods show nothing, never without an answer, the third time',
      found('unclear'),
      { ...untried, wanted: null, fruitless: 4 },
      jumped,
    ],

    ['nobody is there', { kind: 'neverArrived', text: '' }, {}, { become: 'unknown' }],
    ['no answer', { kind: 'mayHaveArrived', text: '' }, taken, { become: 'unknown' }],
    [
      'credentials refused',
      { kind: 'notAuthorised', code: '401', text: '' },
      {},
      { become: 'paused', reason: 'notAuthorised' },
    ],
    [
      'device not initialised',
      { kind: 'notInitialised', code: '901', text: '' },
      {},
      { become: 'paused', reason: 'notInitialised' },
    ],
  ])('%s', (_, outcome, known, decision) => {
    expect(afterLookUp(outcome, { ...doubted, ...known })).toEqual(decision)
  })
})
