import { screensView } from '../../contract/hub/screens.ts'
import type { Handler } from '../shared/handler.ts'
import { actingPersonOf, askHub } from './askHub.ts'
import { noted } from './tills.ts'

export const hubScreens: Handler<'hub.screens'> = (_, context) =>
  askHub(context, { method: 'GET', path: '/screens' }, screensView)

export const setScreenPassword: Handler<'hub.setPassword'> = async (account, context) => {
  const body = { ...account, by: actingPersonOf(context) }
  const answer = await askHub(context, { method: 'POST', path: '/screens', body }, screensView)
  if (answer.ok) noted(context, 'hubPasswordSet', account.name)
  return answer
}
