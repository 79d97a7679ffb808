import { secretForms } from '../../base/secretForms.ts'

const secretMembers = /("(?:cmcKey|access_token)"\s*:\s*")(?:[^"\\]|\\.)*/gi
const mask = '[secret]'

/**
 * Removes secrets from a text: these values in any form, and members of a JSON text that contain a secret by name.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const masked = text.replace(secretMembers, `$1${mask}`)
  return secrets
    .filter(Boolean)
    .flatMap(secretForms)
    .reduce((rest, secret) => (rest.includes(secret) ? rest.replaceAll(secret, mask) : rest), masked)
}
