import { expect, test } from 'vitest'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const login = () =>
  scriptedWindow({
    title: 'Login',
    processName: 'login',
    active: true,
    elements: [
      element('edit', 'User', { value: 'ada' }),
      element('edit', 'Password (shown)', { value: 'geheim' }),
      element('password', 'PIN', { value: 'geheim' }),
      element('edit', 'Notes on the password', { value: 'none', states: ['multiline'] }),
    ],
  })

test('a password is in no observation, also while its application shows it', async () => {
  await using desktop = await scriptedDesktop([login()])
  const seen = JSON.stringify([await desktop.observe(), await desktop.get('get_ui_tree')])
  expect(seen).not.toContain('geheim')
  expect(seen).toContain('ada')
  expect((await desktop.control('Password (shown)')).role).toBe('password')
  expect((await desktop.control('Notes on the password')).value).toBe('none')
})

test.each(['Password (shown)', 'PIN'])('the password in “%s” is not read', async (name) => {
  await using desktop = await scriptedDesktop([login()])
  expect(await desktop.fail('texts', { id: await desktop.id(name), name })).toContain('not read')
})

test.each(['set_edit_text', 'type_text'])(
  'what %s puts there is in no target and no evidence',
  async (tool) => {
    const window = login()
    await using desktop = await scriptedDesktop([window])
    desktop.platform.setFocus(window.elements[1]!.ref)
    const parameters = { id: await desktop.id('Password (shown)'), text: 'Hase' }
    const said = [await desktop.target(tool, parameters), await desktop.act(tool, parameters)]
    expect(JSON.stringify(said)).not.toMatch(/geheim|Hase/)
    expect(window.elements[1]!.value).toBe('geheimHase')
  },
)
