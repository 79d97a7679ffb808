import { useEffect, useRef, useState } from 'react'
import type { ExportedList } from '../../../core/contract/export.ts'
import type { InputOf, OutputOf } from '../../../core/contract/index.ts'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DialogKeys } from '../../components/DialogKeys.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { Pills } from '../../components/Pills.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { CallFailed, type PagedName, useCaller } from '../../queries/calls.ts'
import { saveFile } from '../saveFile.ts'
import { pageRows } from './pageRows.ts'
import { type Field, type Format, formats, spreadsheet } from './spreadsheet.ts'
import { words } from './words.ts'

interface PagedList<N extends PagedName, R> {
  /** The list's operation, asked as the screen asks it. */
  operation: N
  input: Omit<InputOf<N>, 'cursor'>
  rowsOf: (page: OutputOf<N>) => readonly R[]
}

export type ListToExport<N extends PagedName, R> = {
  list: ExportedList
  fields: readonly Field<R>[]
  /** `rows`: all of them are on the screen. */
} & (PagedList<N, R> | { rows: readonly R[] })

interface ExportDialogProps {
  what: ListToExport<PagedName, unknown>
  onClose: () => void
}

export function ExportDialog({ what, onClose }: ExportDialogProps) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const call = useCaller()
  const [format, setFormat] = useState<Format>('xlsx')
  const [done, setDone] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const list = t(`list.${what.list}`)
  const isRunning = done !== null

  async function* pages(signal: AbortSignal, read: { rows: number }) {
    if ('rows' in what) {
      read.rows = what.rows.length
      yield what.rows
      return
    }
    let cursor: string | undefined
    do {
      const input = { ...what.input, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) }
      const page = await call(what.operation, input as InputOf<PagedName>)
      signal.throwIfAborted()
      const rows = what.rowsOf(page)
      yield rows
      read.rows += rows.length
      setDone(read.rows)
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }

  function startRun(): AbortController {
    running.current = new AbortController()
    return running.current
  }

  async function start() {
    if (isRunning) return
    const { signal } = startRun()
    const read = { rows: 0 }
    setError(null)
    setDone(0)
    try {
      const file = await spreadsheet(pages(signal, read), { fields: what.fields, title: list, format })
      await call('export.record', { list: what.list, format, rows: read.rows })
      signal.throwIfAborted()
      const name = `${list} ${toWireDate(tillNow())}.${format}`
      saveFile(name, file)
      notify({ tone: 'ok', text: t('done', { count: read.rows, file: name }) })
      onClose()
    } catch (error) {
      if (!signal.aborted) setError(error)
    } finally {
      setDone(null)
    }
  }

  const cancel = () => {
    running.current?.abort()
    onClose()
  }
  return (
    <Dialog
      title={t('title', { list })}
      onClose={cancel}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={cancel}>
            {tCommon('acts.cancel')}
          </Button>
          <Button
            size={48}
            variant="primary"
            keyCap="F9"
            pending={isRunning}
            onPress={() => inBackground(start())}
          >
            {t('start')}
          </Button>
        </>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t('start'), run: () => inBackground(start()) }]} />
      <p>{t('text')}</p>
      <Pills
        label={t('format.label')}
        value={format}
        onChange={setFormat}
        pills={formats.map((id) => ({ id, label: t(`format.${id}`) }))}
      />
      {isRunning && <p role="status">{t('running', { count: done })}</p>}
      {error instanceof CallFailed ? (
        <FailureNote error={error} />
      ) : (
        error !== null && <Note tone="bad" title={t('failed')} />
      )}
    </Dialog>
  )
}
