import type { Handler } from '../shared/handler.ts'
import { notLinked } from './failures.ts'

export const reportOfHub: Handler<'hub.report'> = () => notLinked()
