/** `node generate.ts DOCUMENT`: makes `dist/api.ts` and `dist/sdk` of a document, each with its generator's usual settings. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'

const [, , document = ''] = process.argv
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

await writeFile(
  here('dist/api.ts'),
  astToString(await openapiTypescript(JSON.parse(await readFile(document, 'utf8')))),
)
await createClient({
  input: document,
  output: here('dist/sdk'),
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
  logs: { level: 'silent' },
})
