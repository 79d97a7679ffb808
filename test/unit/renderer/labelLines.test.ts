import { expect, test } from 'vitest'
import type { LabelLine } from '../../../core/contract/label.ts'
import { withLines } from '../../../renderer/window/labelLines.ts'

const line = (itemId: number, changes: Partial<LabelLine> = {}): LabelLine => ({
  ...{ itemId, name: `Item ${itemId}`, secondName: null, barcode: null, code: String(itemId) },
  ...{ price: 100, quantityUnit: 'U', copies: 1, ...changes },
})

test('a line that was read before its item got a barcode keeps that barcode, also after a print', () => {
  const given = line(1, { barcode: '2200000000019' })
  for (const printed of [false, true])
    expect(withLines({ lines: [given, line(2)], printed, start: 1 }, [line(1, { copies: 3 })])).toEqual([
      { ...given, copies: 3 },
      ...(printed ? [] : [line(2)]),
    ])
})
