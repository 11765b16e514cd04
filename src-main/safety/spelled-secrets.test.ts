import { describe, expect, it } from 'vitest'
import { answeredSecrets, spelledSecrets } from './spelled-secrets.ts'

describe('a password that a request spells', () => {
  it.each([
    ['log in as bob with the password hunter2', 'hunter2'],
    ['log in, password: correct-horse, then read the mail', 'correct-horse'],
    ['log in. The password is swordfish.', 'swordfish'],
    ['use the passphrase "four quiet words"', 'four quiet words'],
    ['type "hunter2" into Password', 'hunter2'],
    ["type 'hunter2' into the login password field, click OK", 'hunter2'],
    ['enter hunter2 in Password', 'hunter2'],
    ['unlock it with PIN 4711', '4711'],
    ['Kennwort: Kranich17', 'Kranich17'],
    ['密码是“天气不错”', '天气不错'],
  ])('%s', (request, secret) => {
    expect(spelledSecrets(request)).toContain(secret)
  })

  it.each([
    'open the password manager',
    'click Password, then click OK',
    'type "hello" into Notes',
    'read the password field',
    'save as "~/passwords.txt"',
  ])('is none in: %s', (request) => {
    expect(spelledSecrets(request)).toEqual([])
  })

  it('is the whole answer where a password was asked for', () => {
    expect(answeredSecrets('What is the password of bob?', 'swordfish')).toEqual(['swordfish'])
    expect(answeredSecrets('Which file?', 'swordfish')).toEqual([])
  })
})
