// Writes the help of the command in Chinese. What the help says in English is looked up as it is written in the source.
import { Help, type HelpConfiguration } from 'commander'
import chinese from '../../../resources/sentences/zh-help.json' with { type: 'json' }
import { widthOf, wrap } from './text.ts'

/** Titles of the library's own. */
const TITLES = { 'Usage:': '用法：', 'Arguments:': '参数：', 'Options:': '选项：', 'Commands:': '命令：' }
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
