/** A skill package in the agentskills.io form, as data. */
export type Skill = {
  name: string
  description: string
  version: string
  /** The YAML front matter of `SKILL.md`. */
  frontmatter: Readonly<Record<string, unknown>>
  /** Always includes `SKILL.md`. */
  files: readonly SkillFile[]
}

export type SkillFile = { path: string; text: string; digest: `sha256:${string}`; size: number }

export function documentOf({ name, files }: Skill): SkillFile {
  const file = files.find(({ path }) => path === 'SKILL.md')
  if (!file) throw new Error(`The skill ${name} has no SKILL.md.`)
  return file
}
