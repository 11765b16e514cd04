// Shows a sentence of the program; commands stand in backticks there, as a terminal prints them.

/** An odd backtick is a character like any other. */
const COMMAND = /`([^`]+)`/

export const WithCommands = ({ text }: { text: string }) =>
  text.split(COMMAND).map((part, index) => (index % 2 === 0 ? part : <Command key={index} text={part} />))

export const Command = ({ text }: { text: string }) => (
  <code className="rounded-[4px] bg-sunken px-1 font-mono text-s break-words select-text">{text}</code>
)
