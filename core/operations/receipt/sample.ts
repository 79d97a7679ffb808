import { ok } from '../../contract/errors.ts'
import { buildSample } from '../../printing/documents/sampleReceipt.ts'
import { renderHtml } from '../../printing/render/html.ts'
import type { Handler } from '../shared/handler.ts'

export const sampleReceipt: Handler<'receipt.sample'> = ({ shop, paper }, { workspace, ports }) => {
  const pin = workspace.current()?.row.taxpayer_pin ?? null
  return ok({ html: renderHtml(buildSample(shop, { pin, at: ports.clock.now() }), paper) })
}
