/**
 * Loaded before every entry, and written in JavaScript: an older Node cannot read TypeScript
 * (ERR_UNKNOWN_FILE_EXTENSION), and better-sqlite3 crashes it without an explanation.
 */
const needed = 24

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `Kaunta needs Node ${needed}; this is ${process.versions.node}. "npm ci" brings it, and npm's scripts use it: npm start, npm run gateway. After "npm ci --omit=dev", which leaves it out, install Node ${needed} from https://nodejs.org and put it first on the PATH.\n`,
  )
  process.exit(1)
}
