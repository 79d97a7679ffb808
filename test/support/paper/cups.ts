/** Debian's print server on a port and in a folder of its own, with one raw queue that writes into a file. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lchownSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryFolder } from '../folder.ts'
import { ensureCups } from './installed.ts'

const run = promisify(execFile)

export interface Cups {
  /** For the commands `lp` and `lpstat`: CUPS_SERVER. */
  server: string
  queue: string
  /** All that the queue printed. */
  printed(): Buffer
  /** The next job fails before it prints, in its middle, or afterwards; or it begins after three seconds. */
  failOnce(how: 'before' | 'half' | 'after' | 'slow'): void
  close(): Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The server refuses to work as root; Debian has this person for it. */
const nobody = 65_534

export const startCups = async (): Promise<Cups> => {
  const program = ensureCups()
  const folder = temporaryFolder()
  const own = (name: string) => join(folder.path, name)
  const port = await freePort()
  const out = own('paper')
  for (const name of ['spool', 'cache', 'state', 'root', 'bin', 'bin/backend']) mkdirSync(own(name))
  for (const name of ['daemon', 'notifier']) symlinkSync(`/usr/lib/cups/${name}`, own(`bin/${name}`))
  // A raw queue has no filter, and its backend gets the file as it is.
  const fault = own('fault')
  const backend = `#!/bin/sh
[ $# -eq 0 ] && exit 0
how=$(cat '${fault}' 2>/dev/null) && rm '${fault}'
case "$how" in
  before) exit 1 ;;
  half) head -c 400 "$6" >> '${out}'; exit 1 ;;
  slow) sleep 3 ;;
esac
cat "$6" >> '${out}'
[ "$how" != after ]
`
  writeFileSync(own('bin/backend/paper'), backend, { mode: 0o755 })
  writeFileSync(
    own('cupsd.conf'),
    `Listen 127.0.0.1:${port}
LogLevel warn
PreserveJobHistory Yes
WebInterface No
DefaultAuthType None
<Location />
  Order allow,deny
  Allow from 127.0.0.1
</Location>
<Policy default>
  JobPrivateAccess all
  JobPrivateValues none
  SubscriptionPrivateAccess all
  SubscriptionPrivateValues none
  <Limit All>
    Order allow,deny
    Allow from 127.0.0.1
  </Limit>
</Policy>
`,
  )
  writeFileSync(
    own('cups-files.conf'),
    `ServerRoot ${own('root')}
RequestRoot ${own('spool')}
CacheDir ${own('cache')}
StateDir ${own('state')}
AccessLog ${own('access.log')}
ErrorLog ${own('error.log')}
PageLog ${own('page.log')}
ServerBin ${own('bin')}
SystemGroup nogroup
`,
  )
  writeFileSync(
    own('root/printers.conf'),
    `<Printer Paper>
PrinterId 1
UUID urn:uuid:00000000-0000-4000-8000-000000000001
Info Paper
DeviceURI paper:/out
State Idle
Accepting Yes
Shared No
JobSheets none none
ErrorPolicy abort-job
</Printer>
`,
  )
  writeFileSync(out, '')
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    // Other tests leave a umask with which only the owner may read what was written here.
    for (const name of ['', ...readdirSync(folder.path, { recursive: true, encoding: 'utf8' })])
      lchownSync(own(name), nobody, nobody)
  }
  const args = ['-f', '-c', own('cupsd.conf'), '-s', own('cups-files.conf')]
  const cupsd = spawn(program, args, { ...(isRoot ? { uid: nobody, gid: nobody } : {}), stdio: 'ignore' })
  const close = async () => {
    if (cupsd.exitCode === null) {
      cupsd.kill()
      await once(cupsd, 'exit')
    }
    folder.remove()
  }
  const server = `127.0.0.1:${port}`
  try {
    // Another program may have the port, and the server may answer before it knows its queue.
    const isUp = () =>
      run('lpstat', ['-p', 'Paper'], { env: { ...process.env, CUPS_SERVER: server } }).then(
        () => true,
        () => false,
      )
    for (const end = performance.now() + 15_000; !(await isUp()); await pause(50)) {
      if (cupsd.exitCode !== null || performance.now() > end)
        throw new Error(`cupsd does not answer: ${readFileSync(own('error.log'), 'utf8')}`)
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    server,
    queue: 'Paper',
    printed: () => readFileSync(out),
    failOnce: (how) => {
      writeFileSync(fault, how)
      if (isRoot) lchownSync(fault, nobody, nobody)
    },
    close,
  }
}
