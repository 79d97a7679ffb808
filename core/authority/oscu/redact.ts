const secretMembers = /("(?:cmcKey|access_token)"\s*:\s*")(?:[^"\\]|\\.)*/gi
const mask = '[secret]'

/** Takes secrets out of a text: these very values, and the members of a JSON text that carry one by name. */
export function redact(text: string, secrets: readonly string[]): string {
  const masked = text.replace(secretMembers, `$1${mask}`)
  return secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, mask), masked)
}
