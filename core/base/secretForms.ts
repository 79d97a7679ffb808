/**
 * Returns the forms in which another program may repeat a secret: in clear, as base64, as hexadecimal, or as part of
 * an address. Longest first.
 */
export const secretForms = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}
