import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { torturePrinting } from './print.ts'

test('each original is on paper once or its outcome is unknown, with a failing printer and a killed till', async () => {
  const folder = temporaryFolder()
  try {
    const report = await torturePrinting({ folder: folder.path, receipts: 24, kills: 1, seed: 1 })
    expect(report).toMatchObject({ kills: 1, faults: 2, wrong: [] })
    expect(report.receipts).toBeGreaterThanOrEqual(24)
  } finally {
    folder.remove()
  }
}, 60_000)
