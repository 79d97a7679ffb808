import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const readScale: Handler<'scale.read'> = async (_, { profile, ports }) => {
  const { scale } = profile.settings()
  if (!scale) return fail('003', 'scale.none', 'No scale is set up. An owner adds it in Settings.')
  const weighing = await ports.weigh(scale)
  switch (weighing.is) {
    case 'stable':
      return weighing.grams > 0
        ? ok({ grams: weighing.grams })
        : fail('003', 'scale.empty', 'The scale is empty. Put the goods on it and try again.')
    case 'moving':
      return fail(
        '003',
        'scale.moving',
        'The weight is not steady. Wait until the scale rests and try again.',
      )
    case 'negative':
      return fail('003', 'scale.negative', 'The scale is below zero. Empty it, set it to zero and try again.')
    case 'overload':
      return fail('003', 'scale.overload', 'The scale cannot weigh so much. Weigh the goods in two parts.')
    case 'silent':
      return fail(
        '003',
        'scale.silent',
        'The scale sends nothing. Check that it is on, and its kind in Settings.',
      )
    case 'gone': {
      const { reason } = weighing
      return fail('003', 'scale.gone', `The scale is not connected. Check its cable. ${reason}`, {
        params: { reason },
      })
    }
  }
}
