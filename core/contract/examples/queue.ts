import type { Examples } from './example.ts'

const entry = {
  queueId: 12,
  kind: 'sale',
  lane: 'sales',
  state: 'queued',
  stateText: 'waiting for its turn',
  number: '1001',
  authorityNumber: null,
  title: '1001',
  createdAt: '2026-03-01T07:30:00.000Z',
  ageSeconds: 40,
  attempts: 1,
  lastTriedAt: '2026-03-01T07:30:08.000Z',
  nextTryAt: '2026-03-01T07:30:41.000Z',
  settledAt: null,
  pausedBy: null,
  stuck: false,
  waitsFor: [],
  refusal: null,
  result: null,
  location: '/api/v1/queue/12',
} satisfies NonNullable<Examples['queue.look']>['response']

const counts = { queued: 1, sending: 0, unknown: 0, accepted: 11, refused: 0, withdrawn: 0 }

export const queueExamples = {
  'queue.find': { request: { state: 'open' }, response: { entries: [entry], counts } },
  'queue.look': { request: { id: 12 }, response: entry },
  'queue.act': {
    request: { id: 12, act: 'giveUp', reason: 'Sold again as 1002' },
    response: {
      ...entry,
      state: 'withdrawn',
      stateText: 'Withdrawn after it was rejected: Sold again as 1002',
    },
  },
} satisfies Examples
