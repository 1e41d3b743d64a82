import type { Skill } from '#core/Skill.ts'

export type Check = { check: string; ok: boolean }
export type Validation = { valid: boolean; specification: 'agentskills.io'; checks: Check[] }

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
const KNOWN = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']

/** Checks a package against the rules of agentskills.io. */
export function validateSkill({ name, description, frontmatter, files }: Skill): Validation {
  const checks = [
    {
      check: 'name has 1 to 64 lower-case letters, digits and single hyphens',
      ok: NAME.test(name) && name.length <= 64,
    },
    { check: 'name equals the name of the folder', ok: frontmatter['name'] === name },
    { check: 'description has 1 to 1024 characters', ok: description.length > 0 && description.length <= 1024 },
    {
      check: 'frontmatter has no unknown fields',
      ok: Object.keys(frontmatter).every((field) => KNOWN.includes(field)),
    },
    { check: 'SKILL.md exists', ok: files.some(({ path }) => path === 'SKILL.md') },
  ]
  return { valid: checks.every(({ ok }) => ok), specification: 'agentskills.io', checks }
}
