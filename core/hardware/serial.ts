import type { SerialPort } from 'serialport'

/** A line that is opened for one use, so that nothing hangs on it while the computer sleeps or a cable is pulled. */
export const withSerial = async <T>(
  settings: { path: string; baudRate: number; dataBits?: 7 | 8; parity?: 'even' | 'none' },
  use: (port: SerialPort) => Promise<T>,
): Promise<T> => {
  // The library has native code. A till without serial lines never loads it.
  const { SerialPort } = await import('serialport')
  const port = new SerialPort({ ...settings, autoOpen: false })
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())))
  try {
    return await use(port)
  } finally {
    // A pulled cable has closed it already.
    if (port.isOpen) await new Promise<void>((resolve) => port.close(() => resolve()))
  }
}

/** A computer lists a few dozen; built-in ones that nobody can use are among them. */
const mostPorts = 100

/** The serial ports of this computer, those with a name of their own first. */
export const serialPorts = async (): Promise<{ path: string; title: string }[]> => {
  const { SerialPort } = await import('serialport')
  const listed = await SerialPort.list().catch(() => [])
  return listed
    .map(({ path, manufacturer }) => ({ path, title: manufacturer ? `${path} · ${manufacturer}` : path }))
    .toSorted((a, b) => Number(b.title !== b.path) - Number(a.title !== a.path))
    .slice(0, mostPorts)
}
