import { lock } from './lock.ts'
import { refreshSession } from './refresh.ts'
import { signIn } from './signIn.ts'
import { signOut } from './signOut.ts'
import { touched } from './touched.ts'
import { unlock } from './unlock.ts'

export const sessionHandlers = {
  'session.unlock': unlock,
  'session.lock': lock,
  'session.touched': touched,
  'session.signIn': signIn,
  'session.refresh': refreshSession,
  'session.signOut': signOut,
}
