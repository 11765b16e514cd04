import { expect, test } from 'vitest'
import { isFetching } from './formulas.ts'

test.each([
  '=WEBSERVICE(A1)',
  '=webservice (A1)',
  '=ВЕБСЛУЖБА(A1)',
  '=SERVIZIO.WEB(A1)',
  '=WEBTJÄNST(A1)',
  '=USŁUGA.SIECIOWA(A1)',
  '=of:WEBSERVICE(A1)',
  '=1+SERVICEWEB(A1)',
  '=SQL.REQUEST("x")',
  '=INDIREKT("\'http"&"://e/a.ods\'#$A.A1")',
  '=ДВССЫЛ("/"&A1)',
])('%s fetches', (formula) => {
  expect(isFetching(formula)).toBe(true)
})

test.each([
  '=SUM(A1:A3)',
  '=WENN(A1;1;2)',
  '=WEEKDAY(A1)',
  'web (site)',
  'Image (left)',
  'Call (me) later',
  '= 5 + 3',
])('%s does not', (text) => {
  expect(isFetching(text)).toBe(false)
})
