const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * An answer without the marks that turn the reading direction. A name that was kept with one, or that another program
 * sent, would otherwise show the rest of its list backwards.
 */
export function withoutMarks<T>(answer: T): T {
  if (typeof answer === 'string') return answer.replace(directionMarks, '') as T
  if (Array.isArray(answer)) return answer.map(withoutMarks) as T
  if (answer === null || typeof answer !== 'object') return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withoutMarks(value)])) as T
}
