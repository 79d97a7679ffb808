import {
  hashKey,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createContext, useCallback, useContext } from 'react'
import type { Failure } from '../../core/contract/errors.ts'
import type { InputOf, OperationName, OutputOf } from '../../core/contract/index.ts'
import { inBackground } from '../bridge/background.ts'
import { bridge } from '../bridge/index.ts'
import { approvableActs, askApproval } from './approval.ts'
import { queryClient } from './client.ts'
import { withoutMarks } from './plain.ts'

/** A call that the core answered with a failure. `explain` of i18n words it for people. */
export class CallFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Which profile is shown, and who works in it; null: none yet. */
export interface Shown {
  profile: string | null
  person: string | null
}

/**
 * The profile and person that the window shows. Every call sends both. So a call that one profile or person started
 * cannot end in another's.
 */
export const ShownContext = createContext<Shown>({ profile: null, person: null })

/** Calls an operation for the profile and the person for whom the {@link Call} was made; throws {@link CallFailed}. */
export type Call = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>

/** Calls on the scan path, from one step to the next, or where the cache would be in the way. */
export function useCaller(): Call {
  const shown = useContext(ShownContext)
  return useCallback((name, input) => ask(shown, name, input), [shown])
}

/** Failures that show that the window is outdated. */
const outdated: ReadonlySet<string> = new Set(['session.locked', 'app.switched'])

async function ask<N extends OperationName>(
  { profile, person }: Shown,
  name: N,
  input: InputOf<N>,
  approval?: string,
): Promise<OutputOf<N>> {
  const reply = withoutMarks(
    await bridge.call(name, input, profile ?? undefined, person ?? undefined, approval),
  )
  if (reply.ok) return reply.data
  const acts = approvableActs(reply.error)
  const token = acts ? await askApproval(acts) : null
  if (token !== null) return ask({ profile, person }, name, input, token)
  if (outdated.has(reply.error.reason)) {
    inBackground(queryClient.invalidateQueries({ queryKey: ['workspace.state'] }))
  }
  throw new CallFailed(reply.error)
}

interface CallOptions {
  /** false: do not ask yet. */
  enabled?: boolean
  /** Show the last answer while the next comes: for lists that follow typing. */
  keepPrevious?: boolean
}

/** The answer of an operation; events refetch it. */
export function useCall<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  { enabled = true, keepPrevious = false }: CallOptions = {},
): UseQueryResult<OutputOf<N>, CallFailed> {
  const shown = useContext(ShownContext)
  return useQuery<OutputOf<N>, CallFailed>({
    queryKey: [name, input, shown],
    queryFn: () => ask(shown, name, input),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Names of the operations that answer in pages. */
export type PagedName = {
  [N in OperationName]: 'cursor' extends keyof InputOf<N>
    ? 'nextCursor' extends keyof OutputOf<N>
      ? N
      : never
    : never
}[OperationName]

/** An event asks for all pages again. Who looks for a row beyond these types a word of it. */
const mostPages = 20

/** A paged list; `data` is the pages so far, `fetchNextPage` asks for more. */
export function useCallPages<N extends PagedName>(
  name: N,
  input: Omit<InputOf<N>, 'cursor'>,
): UseInfiniteQueryResult<OutputOf<N>[], CallFailed> {
  const shown = useContext(ShownContext)
  return useInfiniteQuery({
    queryKey: [name, input, shown, 'pages'],
    queryFn: ({ pageParam }): Promise<OutputOf<N>> =>
      ask(shown, name, {
        ...input,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      } as InputOf<N>),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: OutputOf<N>, all: OutputOf<N>[]) =>
      all.length < mostPages ? (last as { nextCursor?: string }).nextCursor : undefined,
    select: (data: { pages: OutputOf<N>[] }) => data.pages,
    placeholderData: keepPreviousData,
  }) as UseInfiniteQueryResult<OutputOf<N>[], CallFailed>
}

/** What a table needs of a list that comes in pages. Its screen shows the failure. */
export const pagesOf = (
  list: Pick<
    UseInfiniteQueryResult<unknown, unknown>,
    'isPending' | 'error' | 'hasNextPage' | 'isFetching' | 'fetchNextPage'
  >,
) => ({
  loading: list.isPending,
  failed: list.error !== null,
  onEnd: () => {
    if (list.hasNextPage && !list.isFetching) inBackground(list.fetchNextPage())
  },
})

/** An operation that changes something. Events refresh the lists, so a caller need not do that on success. */
export function useAct<N extends OperationName>(
  name: N,
): UseMutationResult<OutputOf<N>, CallFailed, InputOf<N>> {
  const call = useCaller()
  return useMutation<OutputOf<N>, CallFailed, InputOf<N>>({
    mutationKey: [name],
    mutationFn: (input) => call(name, input),
    onSuccess: () => {
      const list = listsAtHub[name]
      if (list) inBackground(queryClient.invalidateQueries({ queryKey: [list] }))
      return changesSession.has(name) ? forgetSession() : undefined
    },
  })
}

/** What an act at the hub changes. The till gets no event of it. */
const listsAtHub: Partial<Record<OperationName, OperationName>> = {
  'hub.answerOffer': 'hub.offers',
  'hub.answerTwins': 'hub.offers',
  'hub.registerLetter': 'hub.offers',
  'hub.confirm': 'hub.tills',
  'hub.revoke': 'hub.tills',
  'hub.nameDeputy': 'hub.tills',
}

/** Acts after which somebody else, nobody, another profile, or another copy of its books is here. */
const changesSession: ReadonlySet<OperationName> = new Set<OperationName>([
  'session.unlock',
  'session.lock',
  'workspace.tryItNow',
  'workspace.createOwner',
  'profile.switch',
  'backup.restore',
  'training.start',
  'training.end',
])

/** Forgets all answers about another profile, and to another person. */
export function forgetOthers(shown: Shown): void {
  const kept = hashKey([shown])
  queryClient.removeQueries({
    predicate: ({ queryKey }) => hashKey([queryKey[2]]) !== kept && queryKey[0] !== 'workspace.state',
  })
}

/** Nothing of the session before may be seen in the next one. */
async function forgetSession(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'workspace.state' })
  await queryClient.invalidateQueries({ queryKey: ['workspace.state'] })
}
