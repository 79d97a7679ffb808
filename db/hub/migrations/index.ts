import type { Migration } from 'kysely/migration'
import * as m0001 from './0001Incarnation.ts'
import * as m0002 from './0002Facts.ts'
import * as m0003 from './0003Door.ts'
import * as m0004 from './0004Shared.ts'
import * as m0005 from './0005Signers.ts'
import * as m0006 from './0006Devices.ts'
import * as m0008 from './0008Peppers.ts'
import * as m0009 from './0009OriginUid.ts'
import * as m0010 from './0010Claims.ts'
import * as m0011 from './0011Accounts.ts'
import * as m0012 from './0012Acts.ts'
import * as m0013 from './0013Credit.ts'
import * as m0014 from './0014Deputy.ts'
import * as m0015 from './0015Lan.ts'
import * as m0017 from './0017Counted.ts'
import * as m0018 from './0018Settled.ts'
import * as m0019 from './0019Taxes.ts'
import * as m0020 from './0020Contained.ts'
import * as m0021 from './0021Few.ts'
import * as m0022 from './0022Aliases.ts'

export const hubMigrations: Record<string, Migration> = {
  '0001Incarnation': m0001,
  '0002Facts': m0002,
  '0003Door': m0003,
  '0004Shared': m0004,
  '0005Signers': m0005,
  '0006Devices': m0006,
  '0008Peppers': m0008,
  '0009OriginUid': m0009,
  '0010Claims': m0010,
  '0011Accounts': m0011,
  '0012Acts': m0012,
  '0013Credit': m0013,
  '0014Deputy': m0014,
  '0015Lan': m0015,
  '0017Counted': m0017,
  '0018Settled': m0018,
  '0019Taxes': m0019,
  '0020Contained': m0020,
  '0021Few': m0021,
  '0022Aliases': m0022,
}
