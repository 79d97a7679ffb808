/** The profiles of a world's one till: what each is connected to, and nothing of one ever to be found in the other. */
import type { ProfileRow } from '../../db/workspace/queries.ts'
import type { Dialect } from './wire.ts'

export interface SimulatedProfile {
  row: ProfileRow
  /** The identity that the authority gave its device. */
  deviceKey: string
}

/** The shop itself, its place to practise, or another branch of its taxpayer. */
export const profileOf = (id: 'production' | 'sandbox' | 'branch', dialect: Dialect): SimulatedProfile => {
  const real = id !== 'sandbox'
  const head = id !== 'branch'
  const host = `http://${id}.invalid`
  const gateway = dialect === 'gateway'
  return {
    row: {
      id,
      name: real ? 'Mfano Traders' : 'Mfano practice',
      environment: real ? 'production' : 'sandbox',
      practice: 0,
      authority_url: `${host}/authority`,
      dialect,
      taxpayer_pin: real ? 'P051000001K' : 'P052000002M',
      branch_id: head ? '00' : '01',
      device_serial: { production: 'SIM-1', sandbox: 'SIM-2', branch: 'SIM-3' }[id],
      token_url: gateway ? `${host}/token` : null,
      apigee_app_id: gateway ? '00000000-0000-4000-8000-000000000001' : null,
      created_at: 0,
    },
    deviceKey: { production: 'K', sandbox: 'Z', branch: 'B' }[id].repeat(32),
  }
}
