export const unlock = {
  title: 'Who is here?',
  pinOf: 'PIN of {{name}}',
  typed: '{{count}} figures typed',
  demoPin: 'Demo PIN 1234',
  unlock: 'Unlock',
  somebodyElse: 'Somebody else',
  wrong: 'That is not the PIN. Try again.',
  lockedOut: 'Too many wrong PINs. Wait {{time}}.',
  nobody: 'Nobody may use this till yet',
  nobodyHint: 'The owner adds people in Settings.',
}
