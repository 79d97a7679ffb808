/** The hub's computer is put back from an image: its database and the files of its signers are of before. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../support/postgres.ts'
import { sameItem } from './branch.ts'
import { answers, expectTold, heard, openBranch, settled, stockOf, waitFor } from './takingOver.ts'

/** With its owners: where this runs as root, PostgreSQL has another user. */
const copyTo = (from: string, to: string) => execFileSync('cp', ['-a', from, to])

test.each([
  { checks: 'strict', hasDeputy: true },
  // Its signers begin with the hub.
  { checks: 'loose', hasDeputy: false },
] as const)(
  'an authority that is $checks is told nothing twice, and each item keeps its code; with a deputy: $hasDeputy',
  async ({ checks, hasDeputy }) => {
    const { authority, first, second, third } = await openBranch(checks, { hasDeputy, hasServer: true })
    const image = openFolder()
    onTestFinished(image.remove)
    const [folder, copy] = [join(first.shop.dataDir, 'branchHub'), join(image.path, 'branchHub')]
    const soap = await first.shop.goods({ name: 'Soap', stock: 100 })
    const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
    await settled(first.shop, second.shop, third)
    // The image has these as waiting.
    await authority.offline(true)
    await second.shop.sell(atSecond, 2)
    await third.call('stock.adjust', { kind: 'found', lines: [{ itemId: atThird.id, quantity: 5_00 }] })
    for (const till of [second.shop, third])
      await waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ waiting: 0 }))
    await first.shop.close()
    copyTo(folder, copy)
    await first.shop.open()
    await first.isOn()
    await authority.offline(false)
    for (const till of [second.shop, third]) await answers(till, null)
    const rice = await third.goods({ name: 'Rice', stock: 50 })
    const riceAtSecond = await sameItem(second.shop, 'Rice')
    await first.shop.sell(soap)
    await second.shop.sell([atSecond, riceAtSecond], 3)
    await third.sell(rice)
    await settled(first.shop, second.shop, third)
    await heard(authority, first.shop, second.shop, third)
    const codes = Object.keys(await stockOf(authority))
    const putBack = async () => {
      await first.shop.close()
      rmSync(folder, { recursive: true })
      copyTo(copy, folder)
      await first.shop.open()
      await first.isOn()
      for (const till of [first.shop, second.shop, third]) await answers(till, null)
    }
    await putBack()
    const tea = await second.shop.goods({ name: 'Tea', stock: 10 })
    await second.shop.sell([tea, riceAtSecond])
    await third.sell(rice)
    await first.shop.sell(soap)
    await settled(first.shop, second.shop, third)
    // Its tills know an epoch that this hub began itself.
    await putBack()
    await third.sell(rice)
    await settled(first.shop, second.shop, third)
    await expectTold(authority, [first.shop, second.shop, third])
    const stock = await stockOf(authority)
    expect(Object.keys(stock).slice(0, codes.length)).toEqual(codes)
    expect(Object.values(stock)).toEqual([100 - 2 + 5 - 1 - 3 - 1, 50 - 3 - 1 - 1 - 1 - 1, 10 - 1])
  },
)
