import { offers } from '../../contract/hub/offers.ts'
import type { Handler } from '../shared/handler.ts'
import { actingPersonOf, askHub } from './askHub.ts'
import { noted } from './tills.ts'

export const listOffers: Handler<'hub.offers'> = (_, context) =>
  askHub(context, { method: 'GET', path: '/offers' }, offers)

export const answerOffer: Handler<'hub.answerOffer'> = (answer, context) => {
  const body = { ...answer, by: actingPersonOf(context) }
  return askHub(context, { method: 'POST', path: '/offers/answer', body }, offers)
}

export const answerTwins: Handler<'hub.answerTwins'> = (answer, context) => {
  const body = { ...answer, by: actingPersonOf(context) }
  return askHub(context, { method: 'POST', path: '/twins/answer', body }, offers)
}

export const registerLetter: Handler<'hub.registerLetter'> = async ({ id, name }, context) => {
  const body = { id, by: actingPersonOf(context) }
  const answer = await askHub(context, { method: 'POST', path: '/letters/register', body }, offers)
  if (answer.ok) noted(context, 'hubLetterRegistered', name)
  return answer
}
