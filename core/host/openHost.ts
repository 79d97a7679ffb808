/** Opens the core on a data folder. */

import { isDamage } from '../../db/engine/errors.ts'
import type { Db } from '../../db/engine/sqlite.ts'
import { invoiceById } from '../../db/profile/invoices.ts'
import { submission } from '../../db/profile/submissions.ts'
import { keptIn } from '../../db/workspace/queries.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type Actor, personOf } from '../access/actor.ts'
import type { SoftwareCaller } from '../access/callers.ts'
import { isLetInto } from '../access/demoPeople.ts'
import { noRest } from '../access/restAccess.ts'
import type { OscuOptions } from '../authority/oscu/client.ts'
import type { StartHub } from '../base/hubProcess.ts'
import type { Ports } from '../base/ports.ts'
import type { Act } from '../contract/acts.ts'
import { fail, ok, type Reply, type RestReply } from '../contract/errors.ts'
import { findOperation, type OperationName } from '../contract/index.ts'
import { sessionShown } from '../contract/sessionShown.ts'
import type { DiskLimits } from '../disk/diskMonitor.ts'
import { hubIsHere } from '../link/hubIsHere.ts'
import { createThisComputer } from '../link/thisComputer.ts'
import type { Context } from '../operations/context.ts'
import { handle } from '../operations/index.ts'
import { createOnce } from '../operations/shared/idempotency.ts'
import { fileSecrets } from '../platform/secrets.ts'
import { timing as ordinaryTiming, type Timing } from '../queue/timing.ts'
import { mayTry } from '../shop/acts/mayAct.ts'
import type { ClaimKey } from '../shop/context.ts'
import { createUpdates, type Program } from '../update/updates.ts'
import { stockDemoShop } from '../workspace/demo/stock.ts'
import { openWorkspace } from '../workspace/workspace.ts'
import { dispatch } from './dispatch.ts'
import { appHeader, type Host, type OpenRest, type RestWishes } from './host.ts'

export interface OpenHostOptions {
  dataDir: string
  ports: Ports
  timing?: Partial<Timing>
  timeouts?: OscuOptions['timeouts']
  /** The date, `YYYYMMDD`, for a computer whose own date is uncertain. */
  today?: string
  /** Free space at which Kaunta warns and sales stop; absent: the defaults. */
  diskLimits?: Partial<DiskLimits>
  /** Serves other software; absent: no REST interface. */
  rest?: OpenRest
  /** Starts the hub on this computer; absent: this Kaunta starts none. */
  startHub?: StartHub | undefined
  /** What an installed Kaunta can do with itself; absent: no updates. */
  program?: Program | undefined
}

/** `spec 5.3`: the header selects the profile of a session. */
const noAppNamed = fail(
  '002',
  'input.missing',
  `The header ${appHeader} is missing; it names the app to work in.`,
  {
    field: appHeader,
    params: { field: appHeader },
  },
)
const unknownApp = fail('003', 'app.unknown', `The header ${appHeader} names no app that is here.`, {
  field: appHeader,
})
/** A window without this field loaded its page before the update to this version. */
const noProfileShown = fail(
  '002',
  'app.unnamed',
  'This window did not say which profile it shows, so nothing was done. Close it and open it again.',
)
const switched = (name: string) =>
  fail(
    '003',
    'app.switched',
    `This till was switched to another profile, ${name}, so nothing was done. Check that it is the right one, then try again there.`,
    { params: { name } },
  )

const couldNotOpen = (name: string) =>
  fail(
    '007',
    'app.unopened',
    `“${name}” could not be opened. Its owner sees the reason at the till’s window: fix it, then start Kaunta again.`,
    { params: { name } },
  )

const softwareActor = (caller: SoftwareCaller | null): Actor => {
  if (caller && 'user' in caller) return { kind: 'session', sessionId: caller.sessionId, user: caller.user }
  return {
    kind: 'software',
    keyId: caller?.keyId ?? '',
    lastFour: caller?.lastFour ?? '',
    keyName: caller?.keyName ?? null,
  }
}

/** Queue rows of a call, if its transaction was committed. */
type Kept = { db: Db; queueId: number }[]

/** If that cannot be read, they count as stored: a document that is sent again under another number is sent twice. */
const isKept = (kept: Kept): boolean => {
  try {
    return kept.some(({ db, queueId }) => submission(db, queueId) !== undefined)
  } catch {
    return true
  }
}

/** Throws if a database is newer than this version, or cannot be opened durably. */
export const openHost = async ({
  dataDir,
  ports,
  timing,
  timeouts,
  diskLimits,
  today,
  rest: openRest,
  program,
  startHub,
}: OpenHostOptions): Promise<Host> => {
  const workspace = await openWorkspace({
    dataDir,
    ports,
    timing: { ...ordinaryTiming, ...timing },
    ...(timeouts ? { timeouts } : {}),
    ...(diskLimits ? { diskLimits } : {}),
    ...(today ? { today } : {}),
  })
  const { log, ids } = ports
  const { answerMs: longest } = { ...ordinaryTiming, ...timing }

  const { clock } = ports
  const updates = createUpdates({
    workspace,
    version: program?.wanted?.version ?? packageJson.version,
    clock,
    log,
    program,
  })
  const hub = createThisComputer({
    dataDir,
    startHub,
    kept: keptIn(workspace.db, 'hubOfThisComputer'),
    secretsIn: fileSecrets,
    ready: (there) => {
      for (const profile of workspace.profiles())
        hubIsHere(profile, there).catch((err: unknown) =>
          log.error({ err, profile: profile.id }, 'the till could not note where its hub is'),
        )
    },
    clock,
    log,
  })
  const once = createOnce()
  let rest = noRest

  const checkAppName = (appId: string | undefined): Reply<null> => {
    if (appId === undefined) return noAppNamed
    return workspace.profile(appId) || workspace.unopenedOne(appId) ? ok(null) : unknownApp
  }
  const run =
    (actor: Actor, appId: string | undefined, { waitMs, ...wishes }: RestWishes, kept: Kept) =>
    (name: OperationName, input: unknown): Promise<RestReply> | RestReply => {
      const lookUpMs = Math.min(waitMs ?? longest, longest)
      // The caller learns the outcome of stored data later. Data that is only looked up is returned now or never.
      const answerMs = waitMs === undefined && wishes.respondAsync ? 0 : lookUpMs
      const { idempotencyKey, approvals } = wishes
      const context: Context = {
        workspace,
        ports,
        rest,
        updates,
        hub,
        actor,
        version: packageJson.version,
        answerMs,
        lookUpMs,
        idempotencyKey,
        approvals,
        respondAsync: wishes.respondAsync,
        isGone: wishes.isGone,
      }
      if (!findOperation(name)?.profile) return handle(name, input, context)
      const checked = actor.kind === 'session' ? checkAppName(appId) : ok(null)
      if (!checked.ok) return checked
      // A key has its own profile. A window has the profile that the till was switched to, whatever it names.
      const isWindow = 'client' in actor
      const named = isWindow ? undefined : appId
      const profile = named === undefined ? workspace.current() : workspace.profile(named)
      if (!profile && workspace.isReopening())
        return fail('006', 'app.reopening', 'This profile is being reopened. Try again in a moment.', {
          retryAfter: 5,
        })
      const unopened = workspace.unopenedOne(named)
      if (unopened) return couldNotOpen(unopened.name)
      if (!profile) return fail('007', 'app.none', 'There is no shop here yet. Set one up first.')
      if (isWindow && appId !== profile.id)
        return appId === undefined ? noProfileShown : switched(profile.row.name)
      const keeps = (queueId: number) => {
        kept.push({ db: profile.db, queueId })
      }
      const work = (claimKey?: ClaimKey) =>
        handle(name, input, { ...context, ports: profile.ports, profile, db: profile.db, keeps, claimKey })
      // Operations without a profile store no response, which may contain a secret.
      // The response to a PIN is a secret, and the PIN could be guessed from the fingerprint of its body.
      return idempotencyKey === undefined || findOperation(name)?.rest?.bodyOnly
        ? work()
        : once(profile, { route: name, key: idempotencyKey, input }, work)
    }
  const actorOf = (client: string, userId: string | undefined): Actor => {
    const user = workspace.person(client)
    // The person that a window shows is locked once somebody else unlocked another window of the browser.
    const training = workspace.isTraining(client)
    const shown = user && sessionShown(user.id, training)
    return user && (userId ?? shown) === shown
      ? { kind: 'person', client, user: personOf(user), training }
      : { kind: 'nobody', client }
  }
  const running = new Set<Promise<unknown>>()
  const newId = () => ids.token(6)
  const call = (name: string, input: unknown, actor: Actor, appId?: string, wishes: RestWishes = {}) => {
    const { plainText } = wishes
    const failed = (error: unknown): void => {
      workspace.disk.failed(error)
      if (isDamage(error)) for (const profile of workspace.profiles()) profile.recovery.watch.lookSoon()
    }
    const kept: Kept = []
    const mayTryIt = (act: Act): boolean => {
      const profile = appId === undefined ? undefined : workspace.profile(appId)
      return profile !== undefined && mayTry({ actor, profile, approvals: wishes.approvals }, act)
    }
    const asked = { name, input, plainText, actor, mayTry: mayTryIt, run: run(actor, appId, wishes, kept) }
    const reply = dispatch({ ...asked, isKept: () => isKept(kept), failed, log, newId })
    running.add(reply)
    return reply.finally(() => running.delete(reply))
  }

  const host: Host = {
    version: packageJson.version,
    longestWaitMs: longest,
    call: (client, name, input, appId, userId, approval) =>
      call(
        name,
        input,
        actorOf(client, userId),
        appId,
        approval === undefined ? {} : { approvals: [approval] },
      ),
    callRest: (caller, name, input, wishes) =>
      call(name, input, softwareActor(caller), caller?.appId, wishes),
    verifyApiKey: (key) => (key ? workspace.keys.verify(key) : null),
    verifySession: async (accessToken, appId) => {
      const session = await workspace.sessions.verify(accessToken)
      const profile = appId === undefined ? undefined : workspace.profile(appId)
      if (!session || !isLetInto(profile, session.user)) return null
      return { sessionId: session.sessionId, appId, user: personOf(session.user) }
    },
    checkAppName,
    subscribe: workspace.subscribe,
    invoiceNumber: (appId, invoiceId) => {
      const profile = workspace.profile(appId)
      return (profile && invoiceById(profile.db, invoiceId)?.number) ?? null
    },
    createProfile: async (options) => {
      const profile =
        options.kind === 'practice'
          ? await workspace.createPracticeProfile(options.name, 'start')
          : await workspace.createDeviceProfile(options.connection, 'start')
      if (options.demoShop) await stockDemoShop(profile, { id: 'USR01', name: 'System' })
      return { id: profile.id, apiKey: workspace.keys.mint(profile.row, { by: 'start' }).key }
    },
    profiles: () =>
      workspace.profiles().map(({ id, row }) => ({ id, name: row.name, environment: row.environment })),
    ready: updates.ready,
    close: async () => {
      await updates.stop()
      await hub.close().catch((err: unknown) => log.error({ err }, 'the hub could not be ended'))
      await rest
        .close()
        .catch((err: unknown) => log.error({ err }, 'the REST connections could not be closed'))
      await workspace.close(() => Promise.allSettled(running))
    },
  }
  // A customer's prices leave the pole display when somebody locks or unlocks.
  workspace.subscribe(({ type }) => {
    if (type === 'session.changed') ports.pole.clear()
  })
  try {
    if (openRest) rest = await openRest(host, workspace.restSwitch)
    return host
  } catch (error) {
    await host.close()
    throw error
  }
}
