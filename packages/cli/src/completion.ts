import { type Command, GLOBAL } from './Command.ts'
import { findCommand } from './parse.ts'

/** The words that can follow; the last one may be typed in part. */
export function complete(commands: readonly Command[], words: readonly string[]): string[] {
  const typed = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const candidates = typed.startsWith('-') ? optionsAfter(commands, before) : wordsAfter(commands, before)
  return [...new Set(candidates)].filter((word) => word.startsWith(typed)).toSorted()
}

function wordsAfter(commands: readonly Command[], before: readonly string[]): string[] {
  return commands
    .map(({ name }) => name.split(' '))
    .filter((name) => name.length > before.length && before.every((word, index) => name[index] === word))
    .map((name) => name[before.length] as string)
}

function optionsAfter(commands: readonly Command[], before: readonly string[]): string[] {
  const options = { ...findCommand(commands, before)?.options, ...GLOBAL }
  return Object.keys(options).map((name) => `--${name}`)
}

/** The scripts that a shell's start-up file sources. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_slipway() {
  local IFS=$'\\n'
  COMPREPLY=($(slipway __complete "\${COMP_WORDS[@]:1:COMP_CWORD}"))
}
complete -o default -F _slipway slipway`,
  zsh: `#compdef slipway
_slipway() {
  local -a found
  found=("\${(@f)$(slipway __complete "\${(@)words[2,CURRENT]}")}")
  compadd -- $found
}
compdef _slipway slipway`,
  fish: `complete -c slipway -f -a '(slipway __complete (commandline -opc)[2..-1] (commandline -ct))'`,
}
