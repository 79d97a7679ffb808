import type { CountHead } from '../../../../core/contract/count.ts'
import type { InputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { language, useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useAct } from '../../../queries/calls.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { tellFailure } from '../../../window/faults.ts'
import { usePaper } from '../../receipt/usePaper.ts'
import { words } from '../words.ts'
import { lineFields } from './countFields.ts'

interface CountPapersProps {
  count: CountHead
  show: NonNullable<InputOf<'count.get'>['show']>
}

/** Prints what the person looks at: the differences, or a sheet of the goods that nobody counted. */
export function CountPapers({ count, show }: CountPapersProps) {
  const t = useWords(words)
  const act = useAct('count.print')
  const showPaper = usePaper()
  const what = count.end === null && show === 'missing' ? 'sheet' : 'differences'
  const label = t(what === 'sheet' ? 'count.printSheet' : 'count.print')
  const print = () =>
    act.mutate({ id: count.id, what, language: language() }, { onSuccess: showPaper, onError: tellFailure })
  useKeys([{ key: 'F7', label, run: print, enabled: !act.isPending }])
  return (
    <div className="stock-papers">
      <Button icon="print" keyCap="F7" pending={act.isPending} onPress={print}>
        {label}
      </Button>
      <ExportButton
        list="countLines"
        operation="count.get"
        input={{ id: count.id, show }}
        rowsOf={({ items }) => items}
        fields={lineFields()}
      />
    </div>
  )
}
