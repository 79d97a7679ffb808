/** In order. Never rename or remove one. */
import { initial } from './0001Initial.ts'
import { corrections } from './0002Corrections.ts'
import { people } from './0003People.ts'
import { lockAfter } from './0004LockAfter.ts'
import { revision } from './0005Revision.ts'
import { activity } from './0006Activity.ts'
import { keyNames } from './0007KeyNames.ts'
import { printers } from './0008Printers.ts'
import { hubPeople } from './0009HubPeople.ts'

export const workspaceMigrations = {
  '0001_initial': initial,
  '0002_corrections': corrections,
  '0003_people': people,
  '0004_lock_after': lockAfter,
  '0005_revision': revision,
  '0006_activity': activity,
  '0007_key_names': keyNames,
  '0008_printers': printers,
  '0009_hub_people': hubPeople,
}
