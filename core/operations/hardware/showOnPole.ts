import { ok } from '../../contract/errors.ts'
import { poleText, poleWords } from '../../hardware/poleText.ts'
import type { Handler } from '../shared/handler.ts'

export const showOnPole: Handler<'pole.show'> = (view, { profile, ports, workspace }) => {
  const { pole, shop } = profile.settings()
  if (pole) {
    const words = poleWords[workspace.language()]
    ports.pole.show(pole, poleText(view, { shop: shop.tradeName, words }))
  }
  return ok({})
}
