// Describes what the gate knows beside the act itself: where things lie, the person's requests, and what the run has read.
import { homedir } from 'node:os'
import { statOf } from '../core/stat.ts'
import { plainLabel } from '../matching/label.ts'
import { asksFor, namesLabel, namesOrigin, namesText, withoutOtherPaths } from './addresses.ts'
import type { GivenUpDocuments } from './given-up-documents.ts'
import { meansFile, namesPath, onlyLooks } from './meant-files.ts'
import { Places } from './places.ts'
import { TouchedDocuments } from './touched-documents.ts'
import type { TypedLines } from './typed-lines.ts'

export interface Surroundings {
  places: Places
  /** Tells whether the person has named this address's origin in a request. */
  isNamed(address: string): boolean
  /** Tells whether a request of the person contains this text in whole words; with `isBegun` the last one may lack its end. */
  isWritten(text: string, isBegun?: boolean): boolean
  /** Whether a request has the name of this file, with or without its ending, and not only within the path of another. */
  isFileNamed(name: string): boolean
  /** Whether a request, or a plain command, has these words outside of quotes. */
  isAsked(words: RegExp): boolean
  /** Whether a request contains this label as words of its own. */
  isMentioned(label: string): boolean
  /** Whether a plain command of the person, which is carried out as written, names this control. */
  isCommanded(label: string): boolean
  /** Whether a plain command names this control, also one in another's plan: nobody but its words decides on it, and a harm still asks. */
  isInstructed(label: string): boolean
  /** Whether the person has written this text in a plain command, so that no model can have put it together. */
  isDictated(text: string): boolean
  /** Whether plain commands of the person decide on the acts, which are carried out as written, and no model does. */
  readonly byCommands: boolean
  /** Tells whether a file is as it was before the run began, or missing, so that it has no content of the run. */
  isOfPerson(path: string): boolean
  /** Whether a request, or a plain command, means this file, and they ask for more than an answer. */
  isMeant(path: string): boolean
  /** Whether a request, or a plain command, has this whole path. */
  isPathNamed(path: string): boolean
  /** Whether a file was there before the run, also where the run has changed it since through a window. */
  isPersons: GivenUpDocuments['isPersons']
  /** The file whose content the act would lose by a save; null for none. */
  lostBySaving: GivenUpDocuments['lostBySaving']
  /** The documents that the act saves unasked, those of them that a tool may have changed, and the one that the act changes: each by its path, or only by its name. */
  savedBy: TouchedDocuments['savedBy']
  savedAfterTool: TouchedDocuments['savedAfterTool']
  changedBy: TouchedDocuments['changedBy']
  /** The files of this name in folders that the run has opened, and below them. */
  filesCalled(name: string): string[]
  /** Whether what lies there is what the run itself has saved by an act that the gate let through. */
  isOwnWork(path: string): boolean
  /** The text that the run has typed in this place since the last Enter there. */
  typedBefore: TypedLines['before']
  /** The texts that the run has typed elsewhere in this window, or has cleared, which a page has heard too. */
  typedElsewhere: TypedLines['elsewhere']
  /** All texts that nobody was asked about in this window; null where one is not known. */
  typedUnasked: TypedLines['unasked']
  /** Returns what a label of this process is called in English, in plain words, by its own catalogues; none where they don't tell. */
  english(processName: string, label: string): readonly string[]
  /** Whether applications ask in a language of which the rules know single words alone: in any but English and Chinese. */
  readonly speaksOther: boolean
  /** Whether the run has read a file, page or screen that the person did not write in a request. */
  readonly tainted: boolean
}

export interface SurroundingsOptions {
  places?: Places | undefined
  /** The person's words so far: the requests of the session, and the answers. */
  requests?: (() => readonly string[]) | undefined
  /** Plain commands, which are carried out as written, without a model, whoever wrote them. */
  commands?: (() => readonly string[]) | undefined
  /** Whether another has written them: they ask for nothing in the person's name. */
  commandsOfOthers?: boolean | undefined
  english?: ((processName: string, label: string) => readonly string[]) | undefined
  speaksOther?: boolean | undefined
  tainted?: () => boolean
  isOwnWork?: (path: string) => boolean
  givenUp?: Pick<GivenUpDocuments, 'isPersons' | 'lostBySaving'> | undefined
  touched?: Pick<TouchedDocuments, 'savedBy' | 'savedAfterTool' | 'changedBy'>
  filesCalled?: (name: string) => string[]
  typedBefore?: TypedLines['before']
  typedElsewhere?: TypedLines['elsewhere']
  typedUnasked?: TypedLines['unasked']
  /** When the run began, in milliseconds since 1970. */
  since?: number
}

export function createSurroundings({
  places = new Places({ homes: [homedir()], own: [] }),
  requests = () => [],
  commands: instructions = () => [],
  commandsOfOthers = false,
  english = () => [],
  speaksOther = false,
  tainted = () => false,
  isOwnWork = () => false,
  givenUp,
  touched = new TouchedDocuments(),
  filesCalled = () => [],
  typedBefore = () => ({ text: '', isWhole: true, isUnasked: false }),
  typedElsewhere = () => [],
  typedUnasked = () => [],
  since = Date.now(),
}: SurroundingsOptions = {}): Surroundings {
  const commands = commandsOfOthers ? () => [] : instructions
  // “Replace all (F10)” is said without its key.
  const nameLabel = (all: readonly string[], label: string) =>
    all.some((each) => [label, plainLabel(label)].some((name) => namesLabel(each, name)))
  // A file system counts parts of a millisecond, and the clock does not: what was written just before the run is not the run's.
  const isOfPerson = (path: string) => Math.floor(statOf(path)?.ctimeMs ?? 0) <= since
  return {
    places,
    isNamed: (address) => requests().some((request) => namesOrigin(request, address)),
    isWritten: (text, isBegun) => requests().some((request) => namesText(request, text, isBegun)),
    isFileNamed: (name) => requests().some((request) => namesText(withoutOtherPaths(request, name), name)),
    isAsked: (words) => [...requests(), ...commands()].some((each) => asksFor(each, words)),
    isMentioned: (label) => requests().some((request) => namesLabel(request, label)),
    isCommanded: (label) => nameLabel(commands(), label),
    isInstructed: (label) => nameLabel(instructions(), label),
    isDictated: (text) => [requests(), commands()].every((all) => all.some((each) => namesText(each, text))),
    isOfPerson,
    isMeant: (path) =>
      (requests().some((each) => meansFile(each, path)) && !requests().every(onlyLooks)) ||
      commands().some((each) => meansFile(each, path)),
    isPathNamed: (path) =>
      [...requests(), ...commands()].some((each) => namesPath(each, path, places.absolute('~') ?? '/')),
    isPersons: (path) => givenUp?.isPersons(path) ?? isOfPerson(path),
    lostBySaving: (facts) => givenUp?.lostBySaving(facts) ?? null,
    savedBy: (facts) => touched.savedBy(facts),
    savedAfterTool: (facts) => touched.savedAfterTool(facts),
    changedBy: (facts) => touched.changedBy(facts),
    filesCalled,
    isOwnWork,
    typedBefore,
    typedElsewhere,
    typedUnasked,
    english,
    speaksOther,
    get byCommands() {
      return commands().length > 0
    },
    get tainted() {
      return tainted()
    },
  }
}
