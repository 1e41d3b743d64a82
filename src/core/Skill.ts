/** A skill package in the agentskills.io form, as data. */
export type Skill = {
  name: string
  description: string
  version: string
  /** What stands between the dashes at the head of its document. */
  frontmatter: Readonly<Record<string, unknown>>
  /** By their path in the package; `SKILL.md` is always among them. */
  files: readonly SkillFile[]
}

export type SkillFile = { path: string; text: string; digest: `sha256:${string}`; size: number }

/** The document of the package itself. */
export function documentOf({ name, files }: Skill): SkillFile {
  const file = files.find(({ path }) => path === 'SKILL.md')
  if (!file) throw new Error(`The skill ${name} has no SKILL.md.`)
  return file
}
