import { expect, it } from 'vitest'
import { meansApplication } from './applications.ts'

it.each([
  ['Calc', 'LibreOffice Calc'],
  ['LibreOffice', 'libreoffice calc'],
  ['soffice', 'soffice.bin'],
  ['EXCEL.EXE', 'Microsoft Excel'],
  ['gnome-terminal', 'gnome-terminal-server'],
  ['计算器', '计算器'],
  ['…', '…'],
])('%s and %s mean the same application', (one, other) => {
  expect([meansApplication(one, other), meansApplication(other, one)]).toEqual([true, true])
})

it.each([
  ['LibreOffice Writer', 'LibreOffice Calc'],
  ['calc', 'galculator'],
  ['gedit', 'Text Editor'],
  ['', 'Calc'],
  ['…', 'Calc'],
])('%s and %s do not', (one, other) => {
  expect([meansApplication(one, other), meansApplication(other, one)]).toEqual([false, false])
})
