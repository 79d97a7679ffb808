import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { autostartFile } from '../../../core/platform/autostart.ts'
import { temporaryFolder } from '../../support/folder.ts'

test('a Linux desktop starts Kaunta with the computer, as long as it is wanted', () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const item = autostartFile('/opt/Duka la "Mama"/kaunta', folder.path)
  expect(item.get()).toBe(false)
  item.set(true)
  expect(item.get()).toBe(true)
  const entry = readFileSync(join(folder.path, 'autostart/kaunta.desktop'), 'utf8')
  expect(entry).toContain('Exec="/opt/Duka la \\\\"Mama\\\\"/kaunta"\n')
  item.set(false)
  expect(item.get()).toBe(false)
})
