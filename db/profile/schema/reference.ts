/** The device, and what the authority publishes. */
import type { Flag } from './kinds.ts'

export interface ReferenceTables {
  device: {
    id: 1
    serial: string
    sdc_id: string
    mrc_no: string
    taxpayer_name: string | null
    branch_name: string | null
    place: string | null
    initialised_at: number
  }
  reference_code: {
    class: string
    class_name: string
    code: string
    name: string
    description: string | null
    sort_order: number
    user_defined_1: string | null
    active: Flag
    /** When it was received or changed here. */
    changed_at: number
  }
  item_class: { code: string; name: string; level: number; tax_type: string | null; active: Flag }
  notice: {
    number: number
    title: string
    content: string
    url: string | null
    author: string | null
    registered_at: string
    changed_at: number
  }
  branch: {
    branch_id: string
    name: string
    status: string | null
    county: string | null
    district: string | null
    sector: string | null
    locality: string | null
    manager_name: string | null
    manager_phone: string | null
    manager_email: string | null
    headquarters: Flag
    changed_at: number
  }
  reference_sync: { kind: string; since: string; synced_at: number }
}
