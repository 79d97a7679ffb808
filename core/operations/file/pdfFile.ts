import { access } from 'node:fs/promises'
import { basename, dirname, extname, resolve } from 'node:path'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { receiptFile } from '../../printing/printers/systemPrinter.ts'

/** Returns the path of a PDF or a CSV file that Kaunta made; fails for any other file of the computer, and for a deleted one. */
export const pdfFile = async (dataDir: string, file: string): Promise<Reply<string>> => {
  const folder = dirname(receiptFile(dataDir, '', new Date(0)))
  const path = resolve(folder, basename(file))
  const isOurs = resolve(file) === path && ['.pdf', '.csv'].includes(extname(path))
  const exists =
    isOurs &&
    (await access(path).then(
      () => true,
      () => false,
    ))
  return exists ? ok(path) : fail('801', 'file.unknown', 'There is no such PDF any more.', { field: 'file' })
}
