/** What the hub's screens call in a browser, under the names that the same screens call at a till. */
import { z } from 'zod'
import { type ScreenAccount, sharedShop } from '../../../db/hub/screens.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { dispatch } from '../../host/dispatch.ts'
import { refusedReply } from '../../operations/hub/askHub.ts'
import { branchReportWords, buildBranchReport } from '../../printing/documents/branchReport.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { takeDeputy } from '../deputy.ts'
import type { Door } from '../door.ts'
import { Refusal, refusalOf } from '../failures.ts'
import { listOffers, takeLetterAnswer, takeOfferAnswer, takeTwinAnswer } from '../offers.ts'
import { bestSellersOf, reportOf } from '../report.ts'
import { confirm, newCode, revoke } from '../tillActs.ts'
import { tillsIn } from '../tillView.ts'

/** The person at the browser, and the branch that the page shows. */
export interface Looking {
  account: ScreenAccount
  branch: { id: number; code: string; pin: string }
}

const shop = z.object({ tradeName: z.string() })

const makeReport = async (
  { hub }: Door,
  { account, branch }: Looking,
  { day, language, paper = '80mm' }: ParsedInputOf<'hub.report'>,
): Promise<OutputOf<'hub.report'>> => {
  const report = await reportOf(hub, { branch: branch.id, branchCode: branch.code }, day)
  const told = shop.safeParse(await sharedShop(hub.db, branch.id))
  const head = {
    madeAt: report.madeAt,
    madeBy: account.name,
    shop: {
      name: told.data?.tradeName ?? '',
      pin: branch.pin,
      branch: branch.code,
      environment: hub.environment,
      till: branchReportWords[language].hub,
    },
  }
  return { report, html: renderHtml(buildBranchReport(report, { language, head }), paper) }
}

/** The names are kept with what people do, as those of people at a till. */
const handlers = {
  'hub.tills': async (door: Door, { branch }: Looking) => ownTills(door, branch.id),
  'hub.confirm': async (door: Door, { account, branch }: Looking, { uid }: ParsedInputOf<'hub.confirm'>) => {
    await confirm(door, uid, { who: account.name, from: null }, branch.id)
    return ownTills(door, branch.id)
  },
  'hub.revoke': async (door: Door, { account, branch }: Looking, { uid }: ParsedInputOf<'hub.revoke'>) => {
    await revoke(door, uid, { who: account.name, from: null }, branch.id)
    return ownTills(door, branch.id)
  },
  'hub.nameDeputy': async (
    door: Door,
    { account, branch }: Looking,
    { uid }: ParsedInputOf<'hub.nameDeputy'>,
  ) => {
    await takeDeputy(door.hub, uid, { who: account.name, from: null }, branch.id)
    door.hub.woken(branch.id)
    return ownTills(door, branch.id)
  },
  'hub.code': async (door: Door, { account }: Looking) => newCode(door, { who: account.name, from: null }),
  'hub.offers': async ({ hub }: Door, { branch }: Looking) => listOffers(hub, branch.id),
  'hub.answerOffer': async ({ hub }: Door, looking: Looking, answer: ParsedInputOf<'hub.answerOffer'>) => {
    await takeOfferAnswer(hub, answererOf(looking), answer)
    return listOffers(hub, looking.branch.id)
  },
  'hub.answerTwins': async ({ hub }: Door, looking: Looking, answer: ParsedInputOf<'hub.answerTwins'>) => {
    await takeTwinAnswer(hub, answererOf(looking), answer)
    return listOffers(hub, looking.branch.id)
  },
  'hub.registerLetter': async (
    { hub }: Door,
    looking: Looking,
    answer: ParsedInputOf<'hub.registerLetter'>,
  ) => {
    takeLetterAnswer(hub, answererOf(looking), answer)
    return listOffers(hub, looking.branch.id)
  },
  'hub.report': makeReport,
  'hub.bestSellers': ({ hub }: Door, { branch }: Looking, asked: ParsedInputOf<'hub.bestSellers'>) =>
    bestSellersOf(hub, branch.id, asked),
  'hub.printReport': async (door: Door, looking: Looking, asked: ParsedInputOf<'hub.printReport'>) => {
    // The browser prints it.
    const { html } = await makeReport(door, looking, asked)
    return { html, file: null }
  },
}
type Name = keyof typeof handlers
type Handlers = {
  [N in Name]: (door: Door, looking: Looking, input: ParsedInputOf<N>) => Promise<OutputOf<N>>
}

/** No till is the one that asks. */
const ownTills = async (door: Door, branch: number): Promise<OutputOf<'hub.tills'>> => ({
  tills: (await tillsIn(door, branch)).tills.map((till) => ({ ...till, own: false })),
})

const answererOf = ({ account, branch }: Looking) => ({ branch: branch.id, who: account.name, isOwner: true })

const isName = (name: string): name is Name => Object.hasOwn(handlers, name)

/** Runs a call of a signed-in owner. Never throws: a failure has the same words as at a till. */
export const callOfScreens = (
  door: Door,
  looking: Looking,
  { name, input }: { name: string; input: unknown },
): Promise<Reply<unknown>> => {
  const { ports } = door.hub
  const { uid: id, name: who } = looking.account
  const user = { id, name: who, role: 'owner' as const, demo: false, sandbox: false }
  return dispatch({
    name,
    input,
    actor: { kind: 'person', client: 'browser', user },
    run: async (found, parsed) => {
      try {
        if (!isName(found)) throw new Refusal('notFound')
        const handler = (handlers satisfies Handlers)[found] as (
          ...all: [Door, Looking, unknown]
        ) => Promise<unknown>
        return ok(await handler(door, looking, parsed))
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) throw error
        return refusedReply(refusal)
      }
    },
    log: ports.log,
    newId: ports.ids.uuid,
  })
}
