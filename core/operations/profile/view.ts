import { device } from '../../../db/profile/reference.ts'
import type { ProfileView } from '../../contract/workspace.ts'
import type { Profile } from '../../profile/profile.ts'
import { figuresOf } from '../../queue/stuck.ts'
import type { Workspace } from '../../workspace/workspace.ts'

export const profileView = (profile: Profile, current: Profile | undefined): ProfileView => {
  const { row, db } = profile
  const { waiting, needsPerson } = figuresOf(db)
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    practice: row.practice === 1,
    dialect: row.dialect,
    authorityUrl: row.practice === 1 ? '' : row.authority_url,
    taxpayerPin: row.taxpayer_pin,
    branchId: row.branch_id,
    deviceSerial: row.device_serial,
    gateway:
      row.token_url && row.apigee_app_id ? { tokenUrl: row.token_url, apigeeAppId: row.apigee_app_id } : null,
    deviceReady: device(db) !== undefined,
    current: profile.id === current?.id,
    waiting,
    needsPerson,
  }
}

/** Profiles that could not be opened, and why. */
export const unopenedProfiles = (workspace: Workspace) =>
  workspace.unopened().map(({ name, text }) => ({ name, text }))
