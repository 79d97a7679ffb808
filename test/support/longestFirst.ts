/**
 * The long runs first, so that none is left running alone at the end. Vitest starts the largest files first where it has
 * not measured them yet, and the files that torture a till for minutes are small.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [/\/test\/(torture|simulation)\/.*\.long\./, /\.long\./, /\/test\/integration\//]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((part) => part.test(moduleId))
  return rank < 0 ? longest.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rankOf(a) - rankOf(b))
  }
}
