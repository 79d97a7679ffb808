import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { Failure } from '../../core/contract/errors.ts'
import type { InputOf, OperationName, OutputOf } from '../../core/contract/index.ts'
import { bridge } from '../bridge/index.ts'
import { queryClient } from './client.ts'

/** A call that the core answered with a failure. `explain` of i18n words it for people. */
export class CallFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Calls an operation; throws {@link CallFailed}. Outside of components, or where the cache would be in the way. */
export async function call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  const reply = await bridge.call(name, input)
  if (reply.ok) return reply.data
  if (reply.error.reason === 'session.locked') {
    void queryClient.invalidateQueries({ queryKey: ['workspace.state'] })
  }
  throw new CallFailed(reply.error)
}

interface CallOptions {
  /** false: do not ask yet. */
  enabled?: boolean
  /** Show the last answer while the next comes: for lists that follow typing. */
  keepPrevious?: boolean
}

/** What an operation answers, kept true by events. */
export function useCall<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  { enabled = true, keepPrevious = false }: CallOptions = {},
): UseQueryResult<OutputOf<N>, CallFailed> {
  return useQuery<OutputOf<N>, CallFailed>({
    queryKey: [name, input],
    queryFn: () => call(name, input),
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

/** A paged list; `data` is the pages so far, `fetchNextPage` asks for more. */
export function useCallPages<N extends PagedName>(
  name: N,
  input: Omit<InputOf<N>, 'cursor'>,
): UseInfiniteQueryResult<OutputOf<N>[], CallFailed> {
  return useInfiniteQuery({
    queryKey: [name, input, 'pages'],
    queryFn: ({ pageParam }): Promise<OutputOf<N>> =>
      call(name, { ...input, ...(pageParam === undefined ? {} : { cursor: pageParam }) } as InputOf<N>),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: OutputOf<N>) => (last as { nextCursor?: string }).nextCursor,
    select: (data: { pages: OutputOf<N>[] }) => data.pages,
    placeholderData: keepPreviousData,
  }) as UseInfiniteQueryResult<OutputOf<N>[], CallFailed>
}

/** An operation that changes something. Lists follow by events, so nothing is to be done on success but go on. */
export function useAct<N extends OperationName>(
  name: N,
): UseMutationResult<OutputOf<N>, CallFailed, InputOf<N>> {
  return useMutation<OutputOf<N>, CallFailed, InputOf<N>>({
    mutationKey: [name],
    mutationFn: (input) => call(name, input),
    onSuccess: () => (changesSession.has(name) ? forgetSession() : undefined),
  })
}

/** Acts after which somebody else, nobody, another profile, or another copy of its books is here. */
const changesSession: ReadonlySet<OperationName> = new Set<OperationName>([
  'session.unlock',
  'session.lock',
  'workspace.tryItNow',
  'workspace.createOwner',
  'profile.switch',
  'backup.restore',
])

/** Nothing of the session before may be seen in the next one. */
async function forgetSession(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'workspace.state' })
  await queryClient.invalidateQueries({ queryKey: ['workspace.state'] })
}
