/** The `--help` text of each command. */

const data = "  --data DIR             the folder of the shop; the operating system's own place when absent"

export const gatewayHelp = `
npm run -s gateway -- [options]        the core without a window, for other software
npm run -s gateway -- keys --help      keys of other software
npm run -s gateway -- diagnostics --help

${data}
  --port N               7460 when absent; 0 takes any free port
  --host ADDRESS         an address of this computer; lets other computers in, over plain HTTP
  --allowed-host NAME    a name that a proxy passes on as Host; may be repeated
  --today YYYY-MM-DD     the day it is, where the clock of this computer is wrong
  --rate N               requests that one caller may send a second: 100; 0 is any number

To connect a device, in an empty folder:
  --environment sandbox|production  --authority-url URL  --dialect legacy|gateway
  --tin PIN  --branch NN  --serial S
and for the gateway dialect:
  --token-url URL  --consumer-key K  --consumer-secret S  --apigee-app-id ID

One line of JSON on standard output says that it is ready. KAUNTA_LOG=debug|info|warn|error|silent
`

export const keysHelp = `
npm run -s gateway -- keys list   [--app ID]                keys, newest first
npm run -s gateway -- keys mint   [--app ID] [--name NAME]  a new key, shown this once
npm run -s gateway -- keys adopt  [--app ID] [--name NAME]  takes in an earlier key from standard input
npm run -s gateway -- keys revoke --key ID [--app ID]       ends a key for good

${data}
  --app ID               which app, where there are several
  --name NAME            what a new key is for

Answers one line of JSON, also while the gateway runs.
`

export const diagnosticsHelp = `
npm run -s gateway -- diagnostics [options]   one file for support; it names nobody

${data}
  --out FILE             where to write it; in the folder of the shop when absent
`

export const auditHelp = `
npm run -s audit -- [options]   reads the audit trail over; ends with 1 where it breaks

${data}
  --app ID               one profile only
  --file FILE            a backup instead of a folder
  --head SEQ-HASH        the head of a printed report, which must be in the trail
`

export const startHelp = `
npm start -- [options]   builds and opens the till

${data}
  --port N               7462 when absent
`

export const hubHelp = `
npm run -s hub -- [options]   the branch hub: one database for several tills

${data}
  --database URL         a PostgreSQL server of yours, 15 or newer; one of its own below DIR when absent
  --environment E        production or sandbox; a database is for one of them. production when absent
  --port N               4878 when absent; 0 takes any free port
  --listen ADDRESS       an address of this computer; all when absent
  --confirm              a manager at the hub compares two words before a till may begin
  --backups FOLDER       where the nightly backups go; below DIR when absent
  --attached             it ends when its standard input ends

One line of JSON on standard output says that it is ready, with which code a till is linked, and where a browser opens
the hub's screens. It ends with 3 if another program uses the port.

npm run -s hub -- backup --help        backups, their restoring and checks
`

export const hubCopiesHelp = `
npm run -s hub -- backup [--to FOLDER]       makes a backup now, also while the hub runs
npm run -s hub -- recovery                   shows the code that opens the backups on another computer
npm run -s hub -- restore FILE [--replace]   puts a backup into an empty database
npm run -s hub -- check                      verifies all that tills sent, and all sums; ends with 1 if one is wrong

${data}
  --database URL         the PostgreSQL server of yours that the hub uses
  --replace              keeps the database that is there under another name, and takes the backup in its place

On a computer that does not know it, restore reads the recovery code from standard input.
`
