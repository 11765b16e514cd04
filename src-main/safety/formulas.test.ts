import { expect, test } from 'vitest'
import { isFetching, isIndirect } from './formulas.ts'

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

test.each([
  '=INDIRECT(A1&A2)',
  '=INDIRECT(A1)',
  '=SUM(INDIREKT(CONCATENATE(B1;B2)))',
  '=ДВССЫЛ(A1)',
  '=INDIRECT(CHAR(39)&"x")',
  '=INDIRECT("A"&INDIRECT(B1))',
  '=INDIRECT(place)',
  '=INDIRECT(ADDRESS(1;1;1;1;A1))',
  '=IF(1;INDIRECT(A1&"x");0)',
])('%s refers to what other cells say', (formula) => {
  expect(isIndirect(formula)).toBe(true)
})

test.each([
  '=INDIRECT("B5")',
  '=INDIRECT("Sheet2.A"&ROW())',
  '=INDIRECT("B"&MATCH(E1;A1:A9;0))',
  '=SUM(INDIRECT("B2:B"&COUNTA(A:A)))',
  '=INDIRECT(ADDRESS(A1;2))',
  '=INDIRECT("B5")+A1',
  '=SUM(A1:A3)',
  'indirect (speech)',
])('%s does not refer to what cells say', (text) => {
  expect(isIndirect(text)).toBe(false)
})
