import { documentOf, type Skill } from '#core/Skill.ts'
import type { Params } from './Message.ts'
import type { Method } from './Method.ts'
import { ProtocolError } from './ProtocolError.ts'
import type { Generation } from './protocolVersion.ts'

const DIRECTORY = 'inode/directory'
const MARKDOWN = 'text/markdown'

type Cache = { ttlMs: number; cacheScope: string }

/** The skills extension: packages as resources, without additional tools. */
export function skillMethods(skills: readonly Skill[], cache: Cache): Record<string, Method> {
  const files = new Map(skills.flatMap((skill) => skill.files.map((file) => [uriOf(skill, file.path), file])))
  const entries = skills.map(toEntry)
  return {
    'skills/list': () => ({ skills: entries, ...cache }),
    'skills/get': (params, { generation }) => {
      const uri = uriIn(params)
      const skill = entries.find((entry) => entry.uri === uri)
      if (!skill) throw notFound(uri, generation)
      return { skill, ...cache }
    },
    'resources/list': () => ({ resources: skills.map(toResource), ...cache }),
    'resources/templates/list': () => ({ resourceTemplates: [], ...cache }),
    'resources/read': (params, { generation }) => {
      const uri = uriIn(params)
      const file = files.get(uri)
      if (!file) throw notFound(uri, generation)
      return { contents: [{ uri, mimeType: MARKDOWN, text: file.text }], ...cache }
    },
    'resources/directory/read': (params, { generation }) => {
      const uri = uriIn(params)
      const resources = directory(skills, uri)
      if (resources.length === 0) throw notFound(uri, generation)
      return { resources, ...cache }
    },
  }
}

function uriOf({ name }: Skill, path: string): string {
  return `skill://${name}/${path}`
}

function toEntry(skill: Skill) {
  return {
    uri: uriOf(skill, 'SKILL.md'),
    frontmatter: skill.frontmatter,
    resources: skill.files.map(({ path, digest, size }) => ({ uri: uriOf(skill, path), digest, size })),
  }
}

function toResource(skill: Skill) {
  const { name, description } = skill
  return { uri: uriOf(skill, 'SKILL.md'), name, description, mimeType: MARKDOWN, size: documentOf(skill).size }
}

function directory(skills: readonly Skill[], uri: string): object[] {
  if (uri === 'skill://') return skills.map(({ name }) => ({ uri: `skill://${name}`, name, mimeType: DIRECTORY }))
  const [, name, folder = ''] = /^skill:\/\/([^/]+)\/?(.*?)\/?$/.exec(uri) ?? []
  const skill = skills.find((one) => one.name === name)
  return skill ? childrenOf(skill, folder === '' ? '' : `${folder}/`) : []
}

/** The files and subfolders of a folder. */
function childrenOf(skill: Skill, folder: string): object[] {
  const inside = skill.files.filter(({ path }) => path.startsWith(folder))
  const byName = Map.groupBy(inside, ({ path }) => path.slice(folder.length).split('/', 1)[0] as string)
  return [...byName].map(([name, [file]]) =>
    file?.path === folder + name
      ? { uri: uriOf(skill, file.path), name, mimeType: MARKDOWN, size: file.size }
      : { uri: uriOf(skill, folder + name), name, mimeType: DIRECTORY },
  )
}

function uriIn({ uri }: Params): string {
  if (typeof uri === 'string') return uri
  throw new ProtocolError('invalidParams', 'uri must be the URI of a resource, such as skill://svc-api/SKILL.md.')
}

/** The revisions before the newest have a code of their own for it. */
function notFound(uri: string, generation: Generation): ProtocolError {
  const shown = uri.slice(0, 200)
  const message = `Resource not found: ${shown}. Call resources/list for all resources.`
  return new ProtocolError(generation === 'legacy' ? 'resourceNotFound' : 'invalidParams', message, {
    data: { uri: shown },
  })
}
