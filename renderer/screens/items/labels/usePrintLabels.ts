import { labelFormats, labelsPerPage } from '../../../../core/fiscal/labels.ts'
import { useAct } from '../../../queries/calls.ts'
import { labelList, useLabelLook } from '../../../window/labelList.ts'
import { useHere } from '../../../window/session.ts'
import { usePaper } from '../../receipt/usePaper.ts'

/** Prints the list on the printer for labels, in the window's dialogue as receipts have another one, or to a PDF. */
export function usePrintLabels() {
  const { profile } = useHere()
  const { look, isDirect } = useLabelLook()
  const act = useAct('label.print')
  const show = usePaper()
  const perPage = labelsPerPage(labelFormats[look.format])

  function run(how: 'print' | 'pdf') {
    if (act.isPending) return
    const onPaper = isDirect ? 'direct' : 'window'
    const target = how === 'pdf' ? how : onPaper
    const { lines, start: wanted } = labelList.get(profile.id)
    const start = Math.min(wanted, perPage)
    const copies = lines.map(({ itemId, copies }) => ({ itemId, copies }))
    act.mutateAsync({ ...look, lines: copies, start, target }).then(
      ({ labels, html, file }) => {
        // The rest of the last sheet is free.
        const next = perPage === 1 ? wanted : ((start - 1 + labels) % perPage) + 1
        labelList.change(profile.id, { printed: true, start: next })
        show({ html, file })
      },
      // The page shows the failure of the act.
      () => undefined,
    )
  }
  return { run, error: act.error, isPending: act.isPending }
}
