// What is typed with tabs into a table of a document goes into its cells.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DrivenDesktop } from '../testing/driven-desktop.ts'

const row = (...texts: string[]) =>
  `<table:table-row>${texts.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`
const DOCUMENT = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
<table:table table:name="Fruit"><table:table-column table:number-columns-repeated="3"/>${row('', '', '')}${row('Pears', '', '')}</table:table><text:p/></office:text></office:body></office:document>`

let desktop: DrivenDesktop | null = null
afterEach(async () => {
  await desktop?.[Symbol.asyncDispose]()
  desktop = null
})

test('LibreOffice Writer: tabs go on to the next cell, and rows are typed one by one', async () => {
  desktop = await DrivenDesktop.start('cells')
  const path = join(desktop.folder, 'fruit.fodt')
  writeFileSync(path, DOCUMENT)
  await desktop.open('LibreOffice Writer', [path])
  await desktop.control('document', '')
  await desktop.act('keyboard_input', { keys: 'Ctrl+Home' })
  await expect(desktop.act('type_text', { text: 'a\tb\nc\td' })).rejects.toThrow(/one row at a time/)
  const typed = await desktop.act('type_text', { text: 'Apples\t12\tred' })
  expect(typed.effect).toBe('confirmed')
  const { controls } = await desktop.observe()
  const texts = controls.filter(({ role }) => role === 'edit').map(({ name, value }) => value ?? name)
  for (const text of ['Apples', '12', 'red', 'Pears']) expect(texts).toContain(text)
})
