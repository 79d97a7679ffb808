import type { CustomsEntry } from '../../../../core/contract/customs.ts'
import type { Tone } from '../../../components/StateWord.tsx'

export const tones: Record<CustomsEntry['state'], Tone> = {
  waiting: 'wait',
  approved: 'ok',
  rejected: 'off',
  elsewhere: 'off',
}

export const toldTones: Record<NonNullable<CustomsEntry['told']>, Tone> = {
  waiting: 'wait',
  accepted: 'ok',
  refused: 'bad',
  withdrawn: 'off',
}
