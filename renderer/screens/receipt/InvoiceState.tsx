import type { InvoiceRow } from '../../../core/contract/invoice.ts'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'

const tones: Record<InvoiceRow['state'], Tone> = {
  waiting: 'wait',
  unknown: 'unknown',
  signed: 'ok',
  acceptedUnsigned: 'bad',
  refused: 'bad',
  withdrawn: 'off',
  training: 'off',
}

export const stateWord = (state: InvoiceRow['state']) =>
  state === 'acceptedUnsigned' ? 'withoutSignature' : state

/** The state of a document at the authority, in one word. */
export function InvoiceState({ state }: Pick<InvoiceRow, 'state'>) {
  const t = useWords(common)
  return <StateWord tone={tones[state]}>{t(`state.${stateWord(state)}`)}</StateWord>
}
