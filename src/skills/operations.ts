import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { defineDocument, type Operation } from '#core/Operation.ts'
import { documentOf, type Skill } from '#core/Skill.ts'
import { validateSkill } from './validateSkill.ts'

const File = z.object({ path: z.string(), digest: z.string(), size: z.int() })
const Entry = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  path: z.string().meta({ description: 'Path of its details.' }),
  skillMdUrl: z.string().meta({ description: 'URL of its SKILL.md.' }),
  digest: z.string(),
})
const Detail = Entry.extend({
  frontmatter: z.record(z.string(), z.unknown()),
  files: z.array(File),
  install: z.string(),
  validation: z.object({
    valid: z.boolean(),
    specification: z.string(),
    checks: z.array(z.object({ check: z.string(), ok: z.boolean() })),
  }),
})

const shared = {
  method: 'GET',
  tag: 'skills',
  access: none,
  limit: 'read',
  cacheControl: 'public, max-age=300',
} as const

/** The skills store: index, details and documents. */
export function operations(skills: readonly Skill[], baseUrl: string): Operation[] {
  const index = JSON.stringify({
    version: '1.0',
    count: skills.length,
    install: 'Save the SKILL.md of a package in a folder of the same name where your agent looks for skills.',
    skills: skills.map((skill) => toEntry(skill, baseUrl)),
  })
  const details = new Map(skills.map((skill) => [skill.name, JSON.stringify(toDetail(skill, baseUrl))]))
  const find = <Value>(values: ReadonlyMap<string, Value>, name: string): Value => {
    const value = values.get(name)
    if (value !== undefined) return value
    const names = skills.map((skill) => skill.name).join(', ')
    throw new ApiError('not_found', `Unknown skill. Available: ${names}.`)
  }
  const documents = new Map(skills.map((skill) => [skill.name, documentOf(skill).text]))
  const Request = z.strictObject({ skill_name: z.string() })
  return [
    defineDocument({
      ...shared,
      name: 'listSkills',
      path: '/api/skills-store',
      summary: 'List the skill packages.',
      errors: [],
      request: z.strictObject({}),
      response: z.object({ version: z.string(), count: z.int(), install: z.string(), skills: z.array(Entry) }),
      document: () => index,
    }),
    defineDocument({
      ...shared,
      name: 'getSkill',
      path: '/api/skills-store/{skill_name}',
      summary: 'Read a skill package with digests and validation results.',
      errors: ['not_found'],
      request: Request,
      response: Detail,
      document: ({ skill_name: name }) => find(details, name),
    }),
    defineDocument({
      ...shared,
      name: 'getSkillDocument',
      path: '/api/skills-store/{skill_name}/SKILL.md',
      summary: 'Read the SKILL.md of a skill package.',
      errors: ['not_found'],
      contentType: 'text/markdown; charset=utf-8',
      request: Request,
      response: z.string(),
      document: ({ skill_name: name }) => find(documents, name),
    }),
    defineDocument({
      ...shared,
      name: 'getOlderSkillDocument',
      path: '/.well-known/skills/{skill_name}/SKILL.md',
      summary: 'Read the SKILL.md of a package, for readers of /.well-known/skills/index.json.',
      errors: ['not_found'],
      contentType: 'text/markdown; charset=utf-8',
      request: Request,
      response: z.string(),
      document: ({ skill_name: name }) => find(documents, name),
    }),
  ]
}

function toEntry(skill: Skill, baseUrl: string): z.output<typeof Entry> {
  const { name, version, description } = skill
  const path = `/api/skills-store/${name}`
  return {
    name,
    version,
    description,
    path,
    skillMdUrl: `${baseUrl}${path}/SKILL.md`,
    digest: documentOf(skill).digest,
  }
}

function toDetail(skill: Skill, baseUrl: string): z.output<typeof Detail> {
  const entry = toEntry(skill, baseUrl)
  return {
    ...entry,
    frontmatter: skill.frontmatter,
    files: skill.files.map(({ path, digest, size }) => ({ path, digest, size })),
    install: `mkdir -p ${skill.name} && curl -fsS ${entry.skillMdUrl} -o ${skill.name}/SKILL.md`,
    validation: validateSkill(skill),
  }
}
