import type { Handler } from '../shared/handler.ts'
import { notLinked } from './failures.ts'

export const listOffers: Handler<'hub.offers'> = () => notLinked()

export const answerOffer: Handler<'hub.answerOffer'> = () => notLinked()
