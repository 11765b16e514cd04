import { expect, test } from 'vitest'
import { meansFile, namesPath, onlyLooks } from './meant-files.ts'

test.each([
  ['In letter.docx, replace ACME', '/home/a/letter.docx', true],
  ['open the letter and save it', '/home/a/letter.docx', true],
  ['the letter to Meyer', '/home/a/2024-letter-meyer.odt', true],
  ['把letter.docx打开', '/home/a/letter.docx', true],
  ['打开报告并保存', '/home/a/报告.odt', true],
  ['look at https://shop.example/x.html for my letter', '/home/a/letter.docx', true],
  ['In invoice.docx, as in the letter', '/home/a/old letter.docx', false],
  ['tell me the news', '/home/a/letter.docx', false],
  ['write a list', '/home/a/a.txt', false],
  ['write a list into a.txt', '/home/a/a.txt', true],
  ['write letters', '/home/a/letter.docx', false],
])('%s: %s is meant: %s', (request, path, is) => {
  expect(meansFile(request, path)).toBe(is)
})

test.each([
  ['Summarize letter.odt', true],
  ['What is the total on the last page of ~/report.pdf?', true],
  ['Was steht in brief.odt?', true],
  ['告诉我报告里有什么', true],
  ['read the notes', true],
  ['Sort the table in sales.ods and tell me which product is on top', false],
  ['In letter.docx, replace ACME by Globex', false],
  ['letter.docx: ACME → Globex', false],
  ['Füge in brief.odt eine Zeile ein und zeige sie', false],
  ['在报告里添加一行', false],
  ['Find “add a row” in notes.txt', true],
])('%s: only an answer: %s', (request, is) => {
  expect(onlyLooks(request)).toBe(is)
})

test.each([
  ['read ~/.x/a.json.', true],
  ['in /home/a/.x/a.json (JSON), set', true],
  ['in "/home/a/.x/a.json"', true],
  ['read ~/.x/a.json/b', false],
  ['read ~/.x/a.json.bak', false],
  ['read ~/.x/a.json~', false],
  ['read ~/.x/a.json*', false],
  ['read /mnt/home/a/.x/a.json', false],
  ['read ~/.x/A.json', false],
  ['read ~/.x', false],
])('%s names the path: %s', (request, is) => {
  expect(namesPath(request, '/home/a/.x/a.json', '/home/a')).toBe(is)
})
