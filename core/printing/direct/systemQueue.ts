/** Raw printing through the system's own queue: CUPS on Linux and macOS, the spooler on Windows. */
import { execFile, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { DirectJob, DirectOutcome, DirectState } from '../../base/ports.ts'
import type { PrinterTrouble } from '../../contract/printer.ts'
import { cupsJobState } from './cupsJob.ts'
import type { PrintTiming } from './timing.ts'

const run = promisify(execFile)
/** For one command, milliseconds. */
const patienceMs = 10_000
/** Between two looks at a job, milliseconds. */
const lookMs = 250
/** Its words are read below. */
const options = () => ({ timeout: patienceMs, env: { ...process.env, LC_ALL: 'C' } })

interface Queue {
  name: string
}
interface Spool {
  state(queue: Queue): Promise<DirectState>
  /** Hands the bytes over; returns the system's id of the job. */
  send(queue: Queue, title: string, bytes: Uint8Array): Promise<string>
  /** printed, ended otherwise, or null while it waits or prints. */
  look(queue: Queue, id: string): Promise<'printed' | 'ended' | null>
  cancel(queue: Queue, id: string): Promise<void>
}

const stateOf = (trouble: PrinterTrouble | null, detail: string | null): DirectState => ({
  trouble,
  paperLow: false,
  answers: true,
  detail,
})
const reasonOf = (error: unknown): string =>
  ((error as { stderr?: string }).stderr || (error as Error).message).trim().split('\n')[0] ?? ''

/** Runs a command with bytes on its input, and returns what it says. */
const fed = async (
  command: string,
  args: string[],
  bytes: Uint8Array | string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const child = spawn(command, args, {
    timeout: patienceMs,
    env: { ...options().env, ...env },
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  const [code, said, failed] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(failed.trim().split('\n')[0] || `${command} ended with ${code}`)
  return said
}

const cups: Spool = {
  state: async ({ name }) => {
    try {
      const { stdout } = await run('lpstat', ['-p', name, '-a', name], options())
      const [line = ''] = stdout.split('\n')
      const isOff = /\bdisabled\b/.test(line) || /\bnot accepting\b/.test(stdout)
      return isOff ? stateOf('offline', stdout.trim().split('\n').slice(0, 2).join(' ')) : stateOf(null, null)
    } catch (error) {
      return stateOf('unreachable', reasonOf(error))
    }
  },
  send: async ({ name }, title, bytes) => {
    const said = await fed('lp', ['-d', name, '-o', 'raw', '-t', title], bytes)
    const id = /request id is (\S+)/.exec(said)?.[1]
    if (!id) throw new Error(`lp said: ${said.trim()}`)
    return id
  },
  look: async (_, id) => {
    const { stdout } = await run('lpstat', ['-H'], options())
    const state = await cupsJobState(stdout.trim(), Number(id.split('-').at(-1)), patienceMs)
    if (state === 'completed') return 'printed'
    return state === 'canceled' || state === 'aborted' ? 'ended' : null
  },
  cancel: async (_, id) => {
    await run('cancel', [id], options())
  },
}

/** Passes RAW data to the Windows spooler, and writes the job's id. */
const winspool = `
$ErrorActionPreference = 'Stop'
Add-Type -TypeDefinition @'
using System; using System.Runtime.InteropServices;
public class Raw {
  [StructLayout(LayoutKind.Sequential, CharSet=CharSet.Unicode)]
  public class Doc { public string Name; public string File; public string Type; }
  [DllImport("winspool.drv", CharSet=CharSet.Unicode, SetLastError=true)]
  public static extern bool OpenPrinterW(string name, out IntPtr printer, IntPtr defaults);
  [DllImport("winspool.drv", CharSet=CharSet.Unicode, SetLastError=true)]
  public static extern int StartDocPrinterW(IntPtr printer, int level, Doc doc);
  [DllImport("winspool.drv", SetLastError=true)] public static extern bool StartPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError=true)]
  public static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
  [DllImport("winspool.drv", SetLastError=true)] public static extern bool EndPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError=true)] public static extern bool EndDocPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError=true)] public static extern bool ClosePrinter(IntPtr printer);
  static void Check(bool ok) { if (!ok) throw new System.ComponentModel.Win32Exception(); }
  public static int Send(string name, string title, byte[] bytes) {
    IntPtr printer; int written;
    Check(OpenPrinterW(name, out printer, IntPtr.Zero));
    try {
      var id = StartDocPrinterW(printer, 1, new Doc { Name = title, Type = "RAW" });
      Check(id > 0); Check(StartPagePrinter(printer));
      Check(WritePrinter(printer, bytes, bytes.Length, out written) && written == bytes.Length);
      Check(EndPagePrinter(printer)); Check(EndDocPrinter(printer));
      return id;
    } finally { ClosePrinter(printer); }
  }
}
'@
$bytes = [Convert]::FromBase64String([Console]::In.ReadToEnd())
[Raw]::Send($env:KAUNTA_QUEUE, $env:KAUNTA_TITLE, $bytes)
`
/** Runs a script of PowerShell about a queue. Its texts come by the environment, so that they are no part of a command. */
const powershell = (script: string, { name }: Queue, more: NodeJS.ProcessEnv = {}, input = '') => {
  const encoded = Buffer.from(script, 'utf16le').toString('base64')
  const args = ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded]
  return fed('powershell.exe', args, input, { KAUNTA_QUEUE: name, ...more })
}

const windowsTroubles: [RegExp, PrinterTrouble][] = [
  [/PaperOut/, 'paperOut'],
  [/DoorOpen/, 'coverOpen'],
  [/Offline|NotAvailable|Paused/, 'offline'],
  [/Error|PaperJam|UserIntervention/, 'fault'],
]

const windows: Spool = {
  state: async (queue) => {
    try {
      const said = await powershell('(Get-Printer -Name $env:KAUNTA_QUEUE).PrinterStatus', queue)
      const trouble = windowsTroubles.find(([word]) => word.test(said))?.[1] ?? null
      return stateOf(trouble, trouble && said.trim())
    } catch (error) {
      return stateOf('unreachable', reasonOf(error))
    }
  },
  send: async (queue, title, bytes) => {
    const input = Buffer.from(bytes).toString('base64')
    return (await powershell(winspool, queue, { KAUNTA_TITLE: title }, input)).trim()
  },
  look: async (queue, id) => {
    const script =
      '(Get-PrintJob -PrinterName $env:KAUNTA_QUEUE | Where-Object Id -eq $env:KAUNTA_JOB).JobStatus'
    const said = await powershell(script, queue, { KAUNTA_JOB: id })
    // The spooler forgets a job that it has printed.
    if (said.trim() === '' || /Printed|Complete/.test(said)) return 'printed'
    return /Delet/.test(said) ? 'ended' : null
  },
  cancel: async (queue, id) => {
    const script = 'Remove-PrintJob -PrinterName $env:KAUNTA_QUEUE -ID $env:KAUNTA_JOB'
    await powershell(script, queue, { KAUNTA_JOB: id })
  },
}

const spool = process.platform === 'win32' ? windows : cups

export const queueState = (queue: Queue): Promise<DirectState> => spool.state(queue)

/** The system confirms that it printed. What it holds at the end of the time is taken back. */
export const printOnQueue = async (
  queue: Queue,
  job: DirectJob,
  timing: PrintTiming,
): Promise<DirectOutcome> => {
  const state = await spool.state(queue)
  job.told?.(state)
  try {
    if (state.trouble || !(await job.begin())) return { is: 'unsent', state }
  } catch (error) {
    return { is: 'unsent', state: stateOf('fault', reasonOf(error)) }
  }
  const deadline = performance.now() + Math.max(timing.floorMs, timing.perByteMs * job.bytes.length)
  try {
    const id = await spool.send(queue, job.title, job.bytes)
    while (performance.now() < deadline) {
      const end = await spool.look(queue, id)
      if (end === 'printed') return { is: 'printed', state }
      if (end === 'ended') return { is: 'unknown', state, reason: 'unconfirmed' }
      await pause(lookMs)
    }
    await spool.cancel(queue, id)
    return { is: 'unknown', state: await spool.state(queue), reason: 'unconfirmed' }
  } catch (error) {
    return { is: 'unknown', state: stateOf(null, reasonOf(error)), reason: 'cut' }
  }
}
