/** A secret as another program may repeat it: in clear, as base64, hexadecimal, or part of an address. Longest first. */
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
