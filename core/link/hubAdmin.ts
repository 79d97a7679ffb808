/** What programs of the hub's own computer ask it. They know its secret, as they run as the same user. */
import { z } from 'zod'
import type { Secrets } from '../base/ports.ts'
import { createHubClient, type HubClient } from './client.ts'
import { adminSecret, readDoorNote } from './doorNote.ts'
import { wordsOf } from './identity.ts'

const adminState = z.object({
  code: z.string().nullable(),
  codeUntil: z.int().nullable(),
  /** When the recovery sheet was printed last; null: never. */
  sheet: z.object({ at: z.int().nullable(), by: z.string() }),
  /** The till that can take over; `heldAt`: since when it has what it needs, null: not yet. null: no till. */
  deputy: z.object({ name: z.string(), heldAt: z.int().nullable() }).nullable(),
  /** Another computer took over; null: this is the hub. */
  replaced: z.object({ by: z.string(), at: z.int() }).nullable(),
  backups: z.object({ folder: z.string() }),
})
export type AdminState = z.infer<typeof adminState>
const recovery = z.object({ code: z.string() })

export interface HubAdmin {
  port: number
  /** SHA-256 of its key. */
  pin: string
  /** The words by which people recognise its key. */
  words: [string, string]
  /** null: it does not answer. */
  state(): Promise<AdminState | null>
  /** Makes another code. null: it does not answer. */
  newCode(): Promise<AdminState | null>
  /** The code that opens its backups, a secret. null: it does not answer. */
  recoveryCode(): Promise<string | null>
  /** `who`: the person who printed the recovery sheet. null: it does not answer. */
  sheetPrinted(who: string): Promise<AdminState | null>
  close(): void
}

/** `folder`: the hub's own. `secrets`: those in it. null: no hub was started there. */
export const openHubAdmin = (folder: string, secrets: Pick<Secrets, 'get'>): HubAdmin | null => {
  const note = readDoorNote(folder)
  if (!note) return null
  const isAny = note.listen === '0.0.0.0' || note.listen === '::'
  const client: HubClient = createHubClient(note.pin, [`${isAny ? '127.0.0.1' : note.listen}:${note.port}`])
  const ask = async <F extends z.ZodType>(
    form: F,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<z.output<F> | null> => {
    const bearer = (await secrets.get(adminSecret)) ?? ''
    const heard = await client.send({
      ...{ method, path: `/admin/${path}`, bearer, ms: 5_000 },
      ...(body && { body }),
    })
    const parsed = form.safeParse(heard.is === 'answered' ? heard.body : null)
    return parsed.success ? parsed.data : null
  }
  return {
    port: note.port,
    pin: note.pin,
    words: wordsOf(note.pin, ''),
    state: () => ask(adminState, 'GET', 'state'),
    newCode: () => ask(adminState, 'POST', 'code'),
    recoveryCode: async () => (await ask(recovery, 'POST', 'recovery', {}))?.code ?? null,
    sheetPrinted: (who) => ask(adminState, 'POST', 'sheet', { who }),
    close: client.close,
  }
}
