/** The hub's screens in a browser, as an owner prepares them at a linked till. */
import { z } from 'zod'
import { screenName, screenPassword, screensView } from './hub/screens.ts'
import { operation } from './operation.ts'

export const hubScreenOperations = {
  'hub.screens': operation({
    summary: "Where a browser opens the hub's screens, and who may",
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: screensView,
  }),
  'hub.setPassword': operation({
    summary: "Set the own name and password for the hub's screens. It signs out everywhere",
    allow: 'owner',
    profile: true,
    input: z.object({ name: screenName, password: screenPassword }),
    output: screensView,
  }),
}
