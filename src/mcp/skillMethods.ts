import { ApiError } from '#core/ApiError.ts'
import type { Operation } from '#core/Operation.ts'
import { documentOf, type Skill } from '#core/Skill.ts'
import type { Params } from './Message.ts'
import type { Method } from './Method.ts'
import { ProtocolError } from './ProtocolError.ts'
import type { Generation } from './protocolVersion.ts'
import { refusal } from './refusal.ts'
import { match, read, TEMPLATES } from './resources.ts'

const DIRECTORY = 'inode/directory'
const MARKDOWN = 'text/markdown'

type Cache = { ttlMs: number; cacheScope: string }

/** Resources: the packages of the skills extension, and records by the templates of their URIs. */
export function skillMethods(
  skills: readonly Skill[],
  operationOf: FindOperation,
  cache: Cache,
): Record<string, Method> {
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
    'resources/templates/list': () => ({ resourceTemplates: templatesOf(operationOf), ...cache }),
    'resources/read': async (params, { generation, call }) => {
      const uri = uriIn(params)
      const file = files.get(uri)
      if (file) return { contents: [{ uri, mimeType: MARKDOWN, text: file.text }], ...cache }
      const found = match(uri)
      const operation = found && operationOf(found.operation)
      if (!operation) throw notFound(uri, generation)
      const text = await read(operation, found.request, call).catch((error: unknown) => {
        throw refusalOf(error, uri, generation)
      })
      return { contents: [{ uri, mimeType: 'application/json', text }], ttlMs: 0, cacheScope: 'private' }
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

type FindOperation = (name: string) => Operation | undefined

/** Only those whose operation this deployment serves. */
function templatesOf(operationOf: FindOperation): object[] {
  return TEMPLATES.filter(({ operation }) => operationOf(operation)).map(
    ({ operation: _, followedBy: __, ...template }) => ({
      ...template,
      mimeType: 'application/json',
    }),
  )
}

function refusalOf(error: unknown, uri: string, generation: Generation): unknown {
  const isMissing = error instanceof ApiError && error.code === 'not_found'
  return isMissing ? notFound(uri, generation) : refusal(error, { uri: uri.slice(0, 200) })
}

/** The revisions before the newest have a separate code for it. */
function notFound(uri: string, generation: Generation): ProtocolError {
  const shown = uri.slice(0, 200)
  const message = `Resource not found: ${shown}. Call resources/list for all resources.`
  return new ProtocolError(generation === 'legacy' ? 'resourceNotFound' : 'invalidParams', message, {
    data: { uri: shown },
  })
}
