/** Tells what a failed story left behind: a run on another machine leaves its last words, and no files. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext, TestInfo } from '@playwright/test'

const attempts = `select kind, state, next_attempt_at, last_text, started_at, duration_ms, action, outcome, code
  from submission left join attempt on submission_id = submission.id order by submission.id desc, attempt.id desc limit 8`

export const stateLeftBy = async (
  story: TestInfo,
  context: BrowserContext,
  dataDir: string,
): Promise<string> => {
  const words: string[] = [`${story.title}: left at ${Date.now()}`]
  for (const page of context.pages())
    words.push(`The screen at ${page.url()} says:`, await page.locator('body').first().innerText())
  for (const file of globSync('apps/*/till.db', { cwd: dataDir })) {
    const db = new DatabaseSync(join(dataDir, file), { readOnly: true })
    words.push(
      `Last in the queue of ${file}:`,
      ...db
        .prepare(attempts)
        .all()
        .map((row) => JSON.stringify(row)),
    )
    db.close()
  }
  return words.join('\n')
}
