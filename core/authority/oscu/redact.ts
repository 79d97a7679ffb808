import { secretForms } from '../../base/secretForms.ts'

const secretMembers = /("(?:cmcKey|access_token)"\s*:\s*")(?:[^"\\]|\\.)*/gi
const mask = '[secret]'

/** Takes secrets out of a text: these very values in whatever form, and the members of a JSON text that carry one by name. */
export function redact(text: string, secrets: readonly string[]): string {
  const masked = text.replace(secretMembers, `$1${mask}`)
  return secrets
    .filter(Boolean)
    .flatMap(secretForms)
    .reduce((rest, secret) => (rest.includes(secret) ? rest.replaceAll(secret, mask) : rest), masked)
}
