import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Skill, SkillFile } from '#core/Skill.ts'
import * as Frontmatter from './Frontmatter.ts'

/** Values for the template variables of a package, such as `{{base_url}}`. */
export type Values = Readonly<Record<string, string>>

/** The packages of a folder, one per subfolder, sorted by name. */
export async function loadSkills(folder: string, values: Values): Promise<Skill[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(names.toSorted(byUse).map((name) => loadSkill(join(folder, name), name, values)))
}

/** `svc-api` comes first, because agents start with it. */
function byUse(one: string, other: string): number {
  return Number(other === 'svc-api') - Number(one === 'svc-api') || one.localeCompare(other)
}

async function loadSkill(folder: string, name: string, values: Values): Promise<Skill> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(paths.toSorted().map((path) => loadFile(path, relative(folder, path), values)))
  const document = files.find(({ path }) => path === 'SKILL.md')?.text ?? ''
  const frontmatter = Frontmatter.parse(document)
  const { description, metadata } = frontmatter
  return {
    name,
    description: typeof description === 'string' ? description : '',
    version: (typeof metadata === 'object' && metadata['version']) || '0.0.0',
    frontmatter,
    files,
  }
}

async function loadFile(file: string, path: string, values: Values): Promise<SkillFile> {
  const text = fill(await readFile(file, 'utf8'), values)
  return {
    path,
    text,
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    size: Buffer.byteLength(text),
  }
}

function fill(text: string, values: Values): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Skill template variable {{${name}}} is not defined.`)
    return value
  })
}
