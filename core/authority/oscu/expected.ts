/** The texts in which the strict checks name the number they wanted (authority §2.3). */
const patterns = [
  /invc\s?no\b.*use the expected value:\s*(\d+)/is,
  /invc\s?no sequence\W*expected:\s*(\d+)/i,
  /sarNo\W*expected:\s*(\d+)/i,
  /expected sequence ending with:\s*\**(\d+)/i,
]

/** The running number that a refusal asks for instead; undefined when it is about something else. */
export function expectedNumber(text: string): number | undefined {
  for (const pattern of patterns) {
    const number = Number(pattern.exec(text)?.[1])
    if (Number.isSafeInteger(number)) return number
  }
  return undefined
}
