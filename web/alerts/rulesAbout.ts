import type { Rule } from '../api/rules.ts'
import type { Choice } from './Choice.ts'

/** The rules that one of the choices could have made. */
export function rulesAbout(rules: readonly Rule[], choices: readonly Choice[]): Rule[] {
  return rules.filter((rule) => choices.some((choice) => isAbout(rule, choice)))
}

function isAbout(rule: Rule, { type, filter }: Choice): boolean {
  const same = (name: string) => rule.filter[name]?.toLowerCase() === String(filter[name]).toLowerCase()
  return rule.type === type && Object.keys(filter).every(same)
}
