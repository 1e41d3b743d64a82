import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ISOLATION_LEVELS, type IsolationLevel, type Program } from '#boxes/isolation/Driver.ts'
import type { Limits } from '#boxes/isolation/Limits.ts'
import { CODE_INSIDE, NODE_INSIDE } from '#boxes/isolation/sharedFiles.ts'
import { type Egress, Template } from './Template.ts'

export type Catalogue = {
  all(): readonly Template[]
  get(id: string): Template | undefined
  /** Why boxes of it cannot be made here and now, or nothing. */
  problemOf(template: Template): string | undefined
  program(template: Template, given: { limits: Limits; environment: Record<string, string> }): Program
  credentialOf(egress: Egress): string | undefined
  /** How boxes are held here; unknown where another machine runs them. */
  isolation(): IsolationLevel | undefined
}

type Options = {
  /** A folder of further templates. */
  folder?: string | undefined
  /** Credentials of agents that need a model, by the name their template gives. */
  credentials: Readonly<Record<string, string>>
  isolation(): IsolationLevel | undefined
}

const OWN_FOLDER = join(import.meta.dirname, 'templates')
const AGENTS_FOLDER = join(import.meta.dirname, '..', '..', 'agents')
const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin']
/** Code that `npm ci` has compiled ahead; it lies beside the code, so that its relative paths hold inside too. */
const COMPILED = {
  NODE_COMPILE_CACHE: `${CODE_INSIDE}/node_modules/.cache/slipway-agents`,
  NODE_COMPILE_CACHE_PORTABLE: '1',
}
/** Where the bridge inside a box takes requests for the model. */
const BRIDGE_URL = 'http://127.0.0.1:8780'

/** Every kind of agent there is, from files; one that cannot be read says so at once. */
export function createCatalogue({ folder, credentials, isolation }: Options): Catalogue {
  const templates = new Map([...readFolder(OWN_FOLDER), ...(folder ? readFolder(folder) : [])])
  const credentialOf = ({ credential }: Egress) => credentials[credential]
  return {
    all: () => [...templates.values()].toSorted((one, other) => Number(other.featured) - Number(one.featured)),
    get: (id) => templates.get(id),
    problemOf: (template) => problemOf(template, { level: isolation(), credentialOf }),
    program: (template, given) => programOf(template, given),
    credentialOf,
    isolation,
  }
}

function readFolder(folder: string): [string, Template][] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.toSorted().map((name) => {
    const path = join(folder, name)
    const parsed = Template.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (!parsed.success) throw new Error(`The agent template ${path} cannot be used: ${z.prettifyError(parsed.error)}`)
    return [parsed.data.id, parsed.data]
  })
}

type Here = { level: IsolationLevel | undefined; credentialOf(egress: Egress): string | undefined }

function problemOf(template: Template, { level, credentialOf }: Here): string | undefined {
  if (template.command === 'builtin') {
    if (!existsSync(join(AGENTS_FOLDER, template.arguments[0] ?? '', 'main.ts')))
      return 'This agent is not part of this build.'
  } else if (!findProgram(template.command)) return `The command ${template.command} is not installed here.`
  if (template.network !== 'none' && credentialOf(template.network) === undefined)
    return `Its credential ${template.network.credential} is not configured here.`
  if (level !== undefined && ISOLATION_LEVELS.indexOf(level) < ISOLATION_LEVELS.indexOf(template.minimumIsolation))
    return `It needs the isolation ${template.minimumIsolation}, and this machine has ${level}.`
  return undefined
}

function findProgram(command: string): string | undefined {
  if (command.startsWith('/')) return existsSync(command) ? command : undefined
  return PROGRAM_FOLDERS.map((folder) => join(folder, command)).find((path) => existsSync(path))
}

type Given = { limits: Limits; environment: Record<string, string> }

function programOf(template: Template, { limits, environment }: Given): Program {
  const own = { HOME: '/workspace', PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', ...environment }
  if (template.command === 'builtin') {
    const command = [...node(limits, 0.5), `${CODE_INSIDE}/src/agents/${template.arguments[0]}/main.ts`]
    return { command, environment: { ...own, ...COMPILED, UV_THREADPOOL_SIZE: '1' }, limits }
  }
  const command = [findProgram(template.command) ?? template.command, ...template.arguments]
  if (template.network === 'none') return { command, environment: own, limits }
  const { variable, credential } = template.network
  const bridge = [...node(limits, 0.1), `${CODE_INSIDE}/src/agents/bridge/main.ts`, ...command]
  // Agents refuse to start without one; the real one is added on the way and never enters the box.
  return {
    command: bridge,
    environment: { ...own, [variable]: BRIDGE_URL, [credential]: 'added-by-the-service' },
    limits,
  }
}

/** Few threads and a small heap: most boxes mostly wait. */
function node({ memoryBytes }: Limits, share: number): string[] {
  const heapMib = Math.floor((memoryBytes * share) / 2 ** 20)
  return [NODE_INSIDE, `--max-old-space-size=${heapMib}`, '--max-semi-space-size=1', '--v8-pool-size=1']
}
