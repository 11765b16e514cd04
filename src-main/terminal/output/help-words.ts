// Writes the help of the command in Chinese. What the help says in English is looked up as it is written in the source.
import { Help, type HelpConfiguration } from 'commander'
import chinese from '../../../resources/sentences/zh-help.json' with { type: 'json' }
import { inChinese as sentenceInChinese } from '../../../src-preload/contract/sentences.ts'
import { widthOf, wrap } from './text.ts'

/** The library's own words. */
const TITLES = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
  'display help for command': '显示命令的帮助',
}
const words: Readonly<Record<string, string>> = { ...TITLES, ...chinese }

/** At the end of a text, what stays as it is. */
const REST = '{1}'
const BEGINNINGS = Object.entries(words)
  .filter(([english]) => english.endsWith(REST))
  .map(([english, said]) => ({ begins: english.slice(0, -REST.length), said }))

function inChinese(text: string): string {
  const longer = BEGINNINGS.find(({ begins }) => text.startsWith(begins))
  return words[text] ?? longer?.said.replace(REST, () => text.slice(longer.begins.length)) ?? text
}

/** Says a text with its lines, of which each is a sentence of its own. */
export const linesInChinese = (text: string): string =>
  text.replaceAll(/[^\s](?:.*[^\s])?/g, (line) => inChinese(line))

const plain = new Help()
export const CHINESE_HELP: HelpConfiguration = {
  styleTitle: inChinese,
  commandDescription: (command) => inChinese(plain.commandDescription(command)),
  subcommandDescription: (command) => inChinese(plain.subcommandDescription(command)),
  argumentDescription: (argument) =>
    plain.argumentDescription(argument).replace(argument.description, () => inChinese(argument.description)),
  optionDescription: (option) =>
    plain.optionDescription(option).replace(option.description, () => inChinese(option.description)),
  displayWidth: widthOf,
  // Chinese has no blanks at which a line could end.
  boxWrap: (text, columns) => wrap(text, columns, 0).join('\n'),
}

/** The library's own words for a command line that it refuses. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown option '(.*)'$/, '错误：没有选项“$1”'],
  [/^error: unknown command '(.*)'$/, '错误：没有命令“$1”'],
  [/^error: missing required argument '(.*)'$/, '错误：缺少参数“$1”'],
  [/^error: option '(.*)' argument missing$/, '错误：选项“$1”缺少值'],
  [/^error: required option '(.*)' not specified$/, '错误：缺少必需的选项“$1”'],
  [/^error: option '(.*)' cannot be used with option '(.*)'$/, '错误：选项“$1”不能与选项“$2”一起使用'],
  [/^error: option '(.*)' was given “(.*)”, which looks like an option$/, '错误：选项“$1”得到的值“$2”看起来像一个选项'],
  [/^error: too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+): (.*)\.$/, '错误：参数过多：应为 $2 个，实为 $3 个：$4'],
  [/^error: option '(.*)' argument '(.*?)' is invalid\. (.*)$/, '错误：选项“$1”的值“$2”无效。$3'],
  [/^error: command-argument value '(.*?)' is invalid for argument '(.*)'\. (.*)$/, '错误：参数“$2”的值“$1”无效。$3'],
  [/^\(Did you mean (.*)\?\)$/, '（您是指 $1 吗？）'],
  [/^\(see (`.*`)\)$/, '（请看 $1）'],
] // prettier-ignore
const CHOICES = /^Allowed choices are (.*)\.$/

const refusedLine = (line: string): string => {
  for (const [pattern, said] of REFUSALS) {
    const found = pattern.exec(line)
    if (!found) continue
    // What follows is said by the option itself.
    const why = (found[3] ?? '').replace(CHOICES, '可选：$1。')
    const reason = sentenceInChinese(why) ?? why
    return said.replaceAll(/\$(\d)/g, (_, at: string) =>
      at === '3' && said.endsWith('$3') ? reason : (found[Number(at)] ?? ''),
    )
  }
  return inChinese(line)
}

/** Says why a command line is refused. */
export const refusalInChinese = (text: string): string => text.split('\n').map(refusedLine).join('\n')
