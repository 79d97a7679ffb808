/** Another program that holds a database for writing: `node holdFile.ts FILE MS`. Says `{"held":true}`, then lets go. */
import Sqlite from 'better-sqlite3'

const [file = '', ms = '2000'] = process.argv.slice(2)
const db = new Sqlite(file)
db.exec('begin immediate')
process.stdout.write('{"held":true}\n')
setTimeout(() => {
  db.exec('rollback')
  db.close()
}, Number(ms))
