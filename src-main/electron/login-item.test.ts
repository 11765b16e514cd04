import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { autostartEntry, autostartFolder, setOpenAtLogin } from './login-item.ts'

const app = vi.hoisted(() => ({ isPackaged: true }))
vi.mock('electron', () => ({ app: { ...app, getPath: () => '/opt/Deskhand/deskhand' } }))

test.skipIf(process.platform !== 'linux')('the autostart entry comes and goes with the setting', async () => {
  const config = mkdtempSync(join(tmpdir(), 'deskhand-login-'))
  const entry = join(config, 'autostart', 'deskhand.desktop')
  await setOpenAtLogin(true, { XDG_CONFIG_HOME: config })
  expect(readFileSync(entry, 'utf8')).toContain('Exec="/opt/Deskhand/deskhand" --hidden')
  await setOpenAtLogin(true, { XDG_CONFIG_HOME: config, APPIMAGE: '/home/ana/Deskhand.AppImage' })
  expect(readFileSync(entry, 'utf8')).toContain('Exec="/home/ana/Deskhand.AppImage" --hidden')
  await setOpenAtLogin(false, { XDG_CONFIG_HOME: config })
  await setOpenAtLogin(false, { XDG_CONFIG_HOME: config })
  expect(existsSync(entry)).toBe(false)
})

test('the entry lies where the specification says', () => {
  expect(autostartFolder({ XDG_CONFIG_HOME: '/c', HOME: '/h' })).toBe('/c/autostart')
  expect(autostartFolder({ XDG_CONFIG_HOME: 'relative', HOME: '/h' })).toBe('/h/.config/autostart')
})

test('a path of special characters is quoted as an argument and as a string', () => {
  expect(autostartEntry('/opt/A $B/100%')).toContain('Exec="/opt/A \\\\$B/100%%" --hidden')
})
