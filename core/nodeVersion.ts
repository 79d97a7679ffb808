/** Imported first by every entry: better-sqlite3 crashes an older Node instead of saying what is wrong. */
const needed = 24

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `Kaunta needs Node ${needed}; this is ${process.versions.node}. Start it through npm, which brings its own: npm start, npm run gateway, npm run authority\n`,
  )
  process.exit(1)
}
