import { actOnQueued } from './act.ts'
import { listCauses } from './causes.ts'
import { findQueued } from './find.ts'
import { getQueued } from './get.ts'
import { listQueue } from './list.ts'
import { lookAtQueued } from './look.ts'
import { resendRefused } from './resend.ts'
import { resumeLane } from './resumeLane.ts'
import { setAside } from './setAside.ts'
import { solveCause } from './solve.ts'
import { tryQueueNow } from './tryNow.ts'
import { withdrawRefused } from './withdraw.ts'

export const queueHandlers = {
  'queue.list': listQueue,
  'queue.get': getQueued,
  'queue.tryNow': tryQueueNow,
  'queue.resend': resendRefused,
  'queue.causes': listCauses,
  'queue.solve': solveCause,
  'queue.setAside': setAside,
  'queue.withdraw': withdrawRefused,
  'queue.resumeLane': resumeLane,
  'queue.find': findQueued,
  'queue.look': lookAtQueued,
  'queue.act': actOnQueued,
}
