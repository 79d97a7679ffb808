/** The words that a till and its hub both show, large enough to be compared from a step away. */
export function TwoWords({ words: [first, second] }: { words: readonly [string, string] }) {
  return (
    <p className="hub-words">
      <b>{first}</b> <b>{second}</b>
    </p>
  )
}
