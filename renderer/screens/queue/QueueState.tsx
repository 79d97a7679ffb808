import type { QueueRow } from '../../../core/contract/queue.ts'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { type RowState, rowState } from './explain.ts'

const tones: Record<RowState, Tone> = {
  waiting: 'wait',
  held: 'wait',
  paused: 'wait',
  sending: 'wait',
  unknown: 'unknown',
  signed: 'ok',
  accepted: 'ok',
  withoutSignature: 'bad',
  refused: 'bad',
  aside: 'bad',
  withdrawn: 'off',
}

export function QueueState({ row }: { row: QueueRow }) {
  const t = useWords(common)
  const state = rowState(row)
  return <StateWord tone={tones[state]}>{t(`state.${state}`)}</StateWord>
}
