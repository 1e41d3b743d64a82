import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ISOLATION_LEVELS, type IsolationLevel, type Program } from '#boxes/isolation/Driver.ts'
import type { Limits } from '#boxes/isolation/Limits.ts'
import { CODE_INSIDE, NODE_INSIDE } from '#boxes/isolation/sharedFiles.ts'
import { HOME_FOLDER } from '#boxes/workspace/WorkspacePath.ts'
import type { ModelProtocol } from '#core/ModelEndpoint.ts'
import { findProgram } from './findProgram.ts'
import type { Login } from './Login.ts'
import { Template } from './Template.ts'

export type Catalogue = {
  all(): readonly Template[]
  get(id: string): Template | undefined
  /** Why no box can run this template here; undefined if one can. */
  problemOf(template: Template): string | undefined
  program(template: Template, options: { limits: Limits; environment: Record<string, string> }): Program
  /** The isolation of boxes here; undefined if another machine runs them. */
  isolation(): IsolationLevel | undefined
}

type Options = {
  /** A folder with more templates. */
  folder?: string | undefined
  /** The folder of installed agents. */
  agentsFolder?: string | undefined
  /** The protocols of the configured models. */
  protocols: ReadonlySet<ModelProtocol>
  isolation(): IsolationLevel | undefined
}

const OWN_FOLDER = join(import.meta.dirname, 'templates')
const AGENTS_FOLDER = join(import.meta.dirname, '..', '..', 'agents')
/** The compile cache that `npm ci` fills; portable, because the code has another path inside a box. */
const COMPILED = {
  NODE_COMPILE_CACHE: `${CODE_INSIDE}/node_modules/.cache/slipway-agents`,
  NODE_COMPILE_CACHE_PORTABLE: '1',
}
/** Where the bridge inside a box accepts requests to the model. */
const GATEWAY_URL = 'http://127.0.0.1:8780'

/** The templates of agents, read from files at start; throws for an invalid one. */
export function createCatalogue({ folder, agentsFolder, protocols, isolation }: Options): Catalogue {
  const templates = new Map([...readFolder(OWN_FOLDER), ...(folder ? readFolder(folder) : [])])
  return {
    all: () => [...templates.values()].toSorted((one, other) => Number(other.featured) - Number(one.featured)),
    get: (id) => templates.get(id),
    problemOf: (template) => problemOf(template, { level: isolation(), protocols, agentsFolder }),
    program: (template, options) => programOf(template, { ...options, agentsFolder }),
    isolation,
  }
}

function readFolder(folder: string): [string, Template][] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.toSorted().map((name) => {
    const path = join(folder, name)
    const parsed = Template.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (!parsed.success) throw new Error(`The agent template ${path} is invalid: ${z.prettifyError(parsed.error)}`)
    return [parsed.data.id, parsed.data]
  })
}

type Machine = Pick<Options, 'protocols' | 'agentsFolder'> & { level: IsolationLevel | undefined }

function problemOf(template: Template, { level, protocols, agentsFolder }: Machine): string | undefined {
  if (template.command === 'builtin') {
    if (!existsSync(join(AGENTS_FOLDER, template.arguments[0] ?? '', 'main.ts')))
      return 'The agent is not part of this build.'
  } else if (!findProgram(template.command, agentsFolder))
    return `The command ${template.command} is not installed here. npm run agents -- doctor says how to install it.`
  if (template.speaks && !template.worksWithoutModel && !protocols.has(template.speaks))
    return `No model that speaks ${template.speaks} is configured here (MODELS).`
  if (level !== undefined && ISOLATION_LEVELS.indexOf(level) < ISOLATION_LEVELS.indexOf(template.minimumIsolation))
    return `It needs the isolation ${template.minimumIsolation}, and this machine has ${level}.`
  return undefined
}

type ProgramOptions = Parameters<Catalogue['program']>[1] & Pick<Options, 'agentsFolder'>

function programOf(template: Template, { limits, environment, agentsFolder }: ProgramOptions): Program {
  const own = { HOME: '/workspace', PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', ...environment }
  if (template.command === 'builtin') {
    const command = [...node(limits, 0.5), `${CODE_INSIDE}/src/agents/${template.arguments[0]}/main.ts`]
    return { command, environment: { ...own, ...COMPILED, UV_THREADPOOL_SIZE: '1' }, limits }
  }
  const found = findProgram(template.command, agentsFolder) ?? { command: [template.command], mounts: {} }
  const command = [...found.command, ...template.arguments.map(withGateway)]
  const variables = Object.entries(template.variables).map(([name, value]) => [name, withGateway(value)])
  const environmentInside = { ...Object.fromEntries(variables), ...own }
  const program = { environment: environmentInside, limits, mounts: found.mounts, login: loginOf(template.login) }
  if (!isBridged(template)) return { ...program, command }
  return {
    ...program,
    environment: { ...environmentInside, HOME: `/workspace/${HOME_FOLDER}` },
    command: [...node(limits, 0.1), `${CODE_INSIDE}/src/agents/bridge/main.ts`, ...command],
  }
}

/** Where an agent behind the bridge reaches the tool server of the service. */
export function mcpUrlInside(sessionId: string): string {
  return `${GATEWAY_URL}/service/mcp?session=${sessionId}`
}

/** Whether anything but the service can be reached from its boxes. */
export function reachesOut({ speaks, hosts }: Pick<Template, 'speaks' | 'hosts'>): boolean {
  return speaks !== undefined || hosts.length > 0
}

/** Whether a bridge passes its requests on; an agent of this repository writes to descriptor 3 itself. */
export function isBridged(template: Pick<Template, 'command' | 'speaks' | 'hosts'>): boolean {
  return template.command !== 'builtin' && reachesOut(template)
}

function loginOf({ method, provider }: Login): Login {
  return { method, provider: provider && { ...provider, baseUrl: withGateway(provider.baseUrl) } }
}

function withGateway(text: string): string {
  return text.replaceAll('{gateway}', GATEWAY_URL)
}

/** Few threads and a small heap, because most boxes mostly wait. */
function node({ memoryBytes }: Limits, share: number): string[] {
  const heapMib = Math.floor((memoryBytes * share) / 2 ** 20)
  return [NODE_INSIDE, `--max-old-space-size=${heapMib}`, '--max-semi-space-size=1', '--v8-pool-size=1']
}
