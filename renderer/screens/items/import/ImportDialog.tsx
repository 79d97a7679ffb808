import { useMemo, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import type { Item } from '../../../../core/contract/item.ts'
import { taxTypes } from '../../../../core/fiscal/tax.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { Note } from '../../../components/Note.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { navigate } from '../../../window/navigation.ts'
import { mostCategories } from '../CategoryClasses.tsx'
import { words as importsWords } from '../imports/words.ts'
import { words } from '../words.ts'
import { ImportChanges } from './ImportChanges.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportFaults } from './ImportFaults.tsx'
import { ImportLetters } from './ImportLetters.tsx'
import { type Answers, ImportQuestions, missingAnswer, unanswered } from './ImportQuestions.tsx'
import { ImportSummary } from './ImportSummary.tsx'
import { askedBy } from './importAsked.ts'
import { type Columns, columnsOf, type Letters, readList } from './itemList.ts'
import { readFile } from './readFile.ts'
import type { FileProblem, Table } from './table.ts'
import { useImport } from './useImport.ts'

interface Chosen {
  name: string
  table: Table
  columns: Columns
  letters: Letters
}

/** Makes or changes the items of a file; what would become of each row is said first. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const tImports = useWords(importsWords)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null)
  const [taxType, setTaxType] = useState<Item['taxType'] | null>(null)
  const list = useMemo(
    () => (chosen ? readList(chosen.table, chosen.columns, chosen.letters) : undefined),
    [chosen],
  )
  const { run, checkAgain, start, stop } = useImport(list?.rows, {
    taxType,
    fileName: chosen?.name ?? '',
  })
  const brings = run.outcomes.filter(({ outcome }) => outcome === 'made' || outcome === 'changed').length
  const [answers, setAnswers] = useState<Answers>(unanswered)
  const asked = useMemo(
    () => askedBy(list?.rows ?? [], run.state === 'checked' ? run.outcomes : [], chosen?.columns ?? {}),
    [list, run, chosen],
  )
  const isChecked = list !== undefined && run.state === 'checked' && run.error === null
  const missing = isChecked && brings > 0 ? missingAnswer(asked, answers) : null
  const mayStart = isChecked && brings > 0 && missing === null
  const isChoosing = run.state === 'checking' || run.state === 'checked'

  async function choose(files: FileList | null) {
    const file = files?.[0]
    if (!file) return
    const table = await readFile(new Uint8Array(await file.arrayBuffer()))
    const isTable = 'rows' in table
    setFileProblem(isTable ? null : table)
    setAnswers(unanswered)
    setChosen(isTable ? { name: file.name, table, columns: columnsOf(table.headings), letters: {} } : null)
  }

  function confirm() {
    if (!mayStart) return
    const { classes, others } = answers
    start({
      classes: Object.entries(classes)
        .slice(0, mostCategories)
        .map(([category, itemClass]) => ({ category: category || null, itemClass })),
      ...(others === null ? {} : { itemClass: others }),
    })
  }

  return (
    <Dialog
      title={t('import.title')}
      size="large"
      // A touch beside it, or Esc, does not leave half a list behind without a word.
      onClose={run.state === 'importing' ? stop : onClose}
      acts={
        <>
          {run.state === 'importing' ? (
            <Button size={48} keyCap="Esc" onPress={stop}>
              {t('import.stop')}
            </Button>
          ) : (
            <Button size={48} keyCap="Esc" onPress={onClose}>
              {tCommon(isChoosing ? 'acts.cancel' : 'acts.close')}
            </Button>
          )}
          {(run.state === 'imported' || run.state === 'stopped') && (
            <Button
              size={48}
              onPress={() => {
                onClose()
                navigate('items', { imports: 'all' })
              }}
            >
              {tImports('title')}
            </Button>
          )}
          {isChoosing && (
            <Button size={48} variant="primary" keyCap="F9" disabled={!mayStart} onPress={confirm}>
              {mayStart
                ? t('import.confirm', { count: brings })
                : t(missing === null ? 'import.confirmKey' : `import.confirmNot.${missing}`)}
            </Button>
          )}
        </>
      }
    >
      <ConfirmKey label={t('import.confirmKey')} onConfirm={confirm} />
      {!chosen && (
        <>
          <p>{t('import.text')}</p>
          <pre className="items-import-example">{t('import.example')}</pre>
        </>
      )}
      {isChoosing && (
        <div className="items-import-file">
          <FileTrigger
            acceptedFileTypes={['.xlsx', '.csv', '.tsv', '.txt', 'text/csv', 'text/plain']}
            onSelect={(files) => inBackground(choose(files))}
          >
            <Button autoFocus variant={chosen ? 'normal' : 'primary'}>
              {t(chosen ? 'import.chooseOther' : 'import.choose')}
            </Button>
          </FileTrigger>
          {chosen && <b>{chosen.name}</b>}
          {chosen && <span>{t('import.rows', { count: chosen.table.rows.length })}</span>}
        </div>
      )}
      {fileProblem && (
        <Note tone="bad" title={t(`import.file.${fileProblem.kind}`, { line: 0, ...fileProblem })} />
      )}
      {list && (
        <ImportSummary
          run={run}
          total={list.rows.length}
          unread={list.faults.length}
          onCheckAgain={checkAgain}
        />
      )}
      {chosen && isChoosing && (
        <>
          <ImportLetters
            table={chosen.table}
            columns={chosen.columns}
            letters={chosen.letters}
            onChange={(letters) => setChosen({ ...chosen, letters })}
          />
          <ImportQuestions asked={asked} answers={answers} onChange={setAnswers} />
          <ImportColumns
            table={chosen.table}
            columns={chosen.columns}
            onChange={(columns) => setChosen({ ...chosen, columns })}
          />
          <Select
            className="items-import-tax"
            label={t('import.taxType')}
            hint={t('import.taxTypeHint')}
            placeholder={t('form.choose')}
            options={taxTypes.map((id) => ({ id, label: tCommon(`tax.${id}`) }))}
            value={taxType}
            onChange={setTaxType}
          />
        </>
      )}
      {chosen && list && run.state !== 'checking' && run.state !== 'importing' && (
        <ImportFaults file={chosen.name} table={chosen.table} list={list} outcomes={run.outcomes} />
      )}
      {list && run.state === 'checked' && <ImportChanges rows={list.rows} outcomes={run.outcomes} />}
    </Dialog>
  )
}

/** Inside the dialog, so that the key is the dialog's. */
function ConfirmKey({ label, onConfirm }: { label: string; onConfirm: () => void }) {
  useKeys([{ key: 'F9', label, run: onConfirm }])
  return null
}
