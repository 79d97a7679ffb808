import type { Db } from '../../../db/engine/sqlite.ts'
import { itemsByIds } from '../../../db/profile/items.ts'
import { noteLabels } from '../../../db/profile/labels.ts'
import { authorOf } from '../../access/actor.ts'
import { labels as bounds } from '../../contract/bounds.ts'
import { fail, ok } from '../../contract/errors.ts'
import { type LabelFormatName, labelFormats, labelsPerPage } from '../../fiscal/labels.ts'
import type { KnownPrinter } from '../../printing/direct/printers.ts'
import { type LabelContent, renderLabels } from '../../printing/render/labelsHtml.ts'
import { invalid } from '../../shop/failures.ts'
import { labelOf } from '../../shop/items/labels.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

interface Look {
  format: LabelFormatName
  secondName: boolean
  unitPrice: boolean
}

/** Returns the labels of the items that exist. */
const contentsOf = (
  db: Db,
  lines: readonly { itemId: number; copies: number }[],
  look: Look,
): LabelContent[] => {
  const ids = lines.map(({ itemId }) => itemId)
  const items = new Map(itemsByIds(db, ids).map((item) => [item.id, item]))
  return lines.flatMap(({ itemId, copies }) => {
    const item = items.get(itemId)
    return item ? [labelOf(item, { ...look, copies })] : []
  })
}

const noItem = (field: string) => fail('005', 'item.unknown', 'There is no such item.', { field })

export const previewLabel: Handler<'label.preview'> = async ({ itemId, format, ...look }, { db }) => {
  const contents = contentsOf(db, [{ itemId, copies: 1 }], { format, ...look })
  if (contents.length === 0) return noItem('itemId')
  const alone = { ...labelFormats[format], sheet: null }
  const { html } = await renderLabels(contents, { format: alone, start: 1, title: '' })
  return ok({ html })
}

/** Stores the labels for the printer that is for them: a job per item, so that one of unknown outcome is small. */
const spoolLabels = (
  { profile, actor }: ProfileContext,
  direct: KnownPrinter,
  contents: readonly LabelContent[],
): void => {
  const author = authorOf(actor).name
  for (const label of contents) {
    const content = { kind: 'label', label } as const
    profile.spooler.add(direct, { what: 'label', title: label.name, content, author })
  }
}

export const printLabels: Handler<'label.print'> = async (input, context) => {
  const { profile, db, ports } = context
  const { lines, start, target } = input
  const format = labelFormats[input.format]
  const wanted = lines.reduce((sum, { copies }) => sum + copies, 0)
  if (wanted > bounds.most) {
    return fail('003', 'label.tooMany', `At most ${bounds.most} labels are printed at once.`, {
      field: 'lines',
      params: { count: wanted, most: bounds.most },
    })
  }
  if (start > labelsPerPage(format) && format.sheet !== null)
    return invalid('start', String(start), `at most ${labelsPerPage(format)}, the labels of a sheet`)
  const direct = target === 'direct' ? profile.printers.for('labels') : null
  if (direct === undefined) {
    return fail(
      '003',
      'label.noPrinter',
      'No printer is for labels. Choose a label size, or give a receipt printer the use “labels” in Settings.',
      { field: 'target' },
    )
  }
  const ids = lines.map(({ itemId }) => itemId)
  const made = db.transaction(() => {
    const contents = contentsOf(db, lines, input)
    if (contents.length < lines.length) return null
    // Nobody says later whether a page of the window's dialogue came out. A print job prints sooner or later.
    if (target !== 'pdf') noteLabels(db, ids)
    if (direct) spoolLabels(context, direct, contents)
    return contents
  })
  if (!made) return noItem('lines')
  if (direct) return ok({ labels: wanted, pages: wanted, html: null, file: null })
  const title = 'Labels'
  const { html, labels, pages } = await renderLabels(made, { format, start, title })
  if (target === 'window') return ok({ labels, pages, html, file: null })
  const printed = await ports.printer.pdf({ title, paper: 'A4', html })
  if (!printed.ok) {
    return fail('003', 'label.notPrinted', `The labels were not made: ${printed.reason}`, {
      params: { reason: printed.reason },
    })
  }
  noteLabels(db, ids)
  return ok({ labels, pages, html: null, file: printed.file })
}
