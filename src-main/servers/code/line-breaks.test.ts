import { expect, test } from 'vitest'
import { withLineBreaks } from './line-breaks.ts'

const python = (code: string) => withLineBreaks(code, 'python')
const script = (code: string) => withLineBreaks(code, 'javascript')

test('a line break in a text of one line is written as one', () => {
  expect(python(`t = open('a').read().rstrip('\n')\nopen("b", "w").write(t + "\n42\r\n")`)).toBe(
    String.raw`t = open('a').read().rstrip('\n')` + '\n' + String.raw`open("b", "w").write(t + "\n42\n")`,
  )
  expect(python(`re.sub(r'a\n', 'it\\'s', s)`)).toBe(String.raw`re.sub(r'a\n', 'it\'s', s)`)
  expect(script(`console.log(t.split('\n').join("\n"))`)).toBe(
    String.raw`console.log(t.split('\n').join("\n"))`,
  )
})

test('what is a script already stays as it is', () => {
  for (const code of [
    `'''It's\n"whole"'''\nx = 1`,
    `# It's a comment\nx = 'a' # another's\ny = "b"`,
    `x = 'a\\\nb'`,
    String.raw`print('a\nb', '\\')`,
    `x = 'never ends\nprint(1)`,
  ])
    expect(python(code)).toBe(code)
  for (const code of [
    "const a = `it's\n\"two\"`\nconst b = 'x'",
    `s.replace(/'/g, "x")\nt.replace(/'/g, "y")`,
    `// It's\nlet a = 'b' /* don't\n */`,
    `const a = 'b\nc' +`,
  ])
    expect(script(code)).toBe(code)
})
