import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const hubState: Handler<'hub.state'> = () => ok({ role: 'alone', link: null })
