/** What the till needs of the program around it. `electron/main` answers each with a call of Electron. */
import type { StartHub } from '../base/hubProcess.ts'
import type { Log } from '../base/ports.ts'
import type { Host } from '../host/host.ts'
import type { LoginItem } from '../platform/autostart.ts'
import type { Keyring } from '../platform/keyringSecrets.ts'
import type { HiddenPage } from '../printing/printers/pagePrinter.ts'
import type { Verified } from '../update/install.ts'

export interface TillWindow {
  /** False: it is closed, and only the core still runs. */
  isOpen(): boolean
  /** Brings it to the front, as large as it was. */
  show(): void
}

export interface Desktop {
  platform: NodeJS.Platform
  arch: string
  /** False: started from the sources. Such a Kaunta installs nothing, and starts with no computer. */
  isPackaged: boolean
  keyring: Keyring
  makePage(): HiddenPage
  loginItem: LoginItem
  /** Starts the hub in a process of Electron. */
  startHub: StartHub
  /** The one running Kaunta of this data folder. False: there is another one. */
  takeLock(): boolean
  whenReady(): Promise<void>
  /** Answers calls of windows, and passes events on, until the returned function is called. */
  connect(host: Host): () => void
  openWindow(log: Log): Promise<TillWindow>
  onSecondStart(listener: () => void): void
  /** Returns false to keep the program: it quits later. */
  onQuit(mayQuit: () => boolean): void
  quit(): void
  exit(code: number): void
  /** Starts the program at `execPath` (absent: this one) when this one has ended. */
  relaunch(execPath: string | undefined): void
  /** For a start without a window. */
  showError(title: string, text: string): void
  confirm(text: string, yes: string, no: string): Promise<boolean>
  /** Rejects if the system did not begin. It quits the program, so it may never resolve. */
  runInstaller(file: Verified): Promise<void>
}
