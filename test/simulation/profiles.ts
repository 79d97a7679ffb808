/** The profiles of a world's one till: what each is connected to, and nothing of one ever to be found in the other. */
import type { ProfileRow } from '../../db/workspace/queries.ts'
import type { Dialect } from './wire.ts'

export interface SimulatedProfile {
  row: ProfileRow
  /** The identity that the authority gave its device. */
  deviceKey: string
}

/** The shop itself, or its place to practise. */
export const profileOf = (environment: 'production' | 'sandbox', dialect: Dialect): SimulatedProfile => {
  const real = environment === 'production'
  const host = `http://${environment}.invalid`
  const gateway = dialect === 'gateway'
  return {
    row: {
      id: environment,
      name: real ? 'Mfano Traders' : 'Mfano practice',
      environment,
      practice: 0,
      authority_url: `${host}/authority`,
      dialect,
      taxpayer_pin: real ? 'P051000001K' : 'P052000002M',
      branch_id: '00',
      device_serial: real ? 'SIM-1' : 'SIM-2',
      token_url: gateway ? `${host}/token` : null,
      apigee_app_id: gateway ? '00000000-0000-4000-8000-000000000001' : null,
      created_at: 0,
    },
    deviceKey: (real ? 'K' : 'Z').repeat(32),
  }
}
