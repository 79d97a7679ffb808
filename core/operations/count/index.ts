import { bookCount, dropCount } from './end.ts'
import { enterCounted } from './enter.ts'
import { getCount, listCounts } from './list.ts'
import { printCount } from './print.ts'
import { startCount } from './start.ts'

export const countHandlers = {
  'count.list': listCounts,
  'count.start': startCount,
  'count.get': getCount,
  'count.enter': enterCounted,
  'count.book': bookCount,
  'count.drop': dropCount,
  'count.print': printCount,
}
