import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createCatalogue } from '../src/boxes/catalogue/createCatalogue.ts'
import type { Template } from '../src/boxes/catalogue/Template.ts'
import { findBubblewrap } from '../src/boxes/isolation/bubblewrapDriver.ts'
import { findCgroups } from '../src/boxes/isolation/cgroups.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { type Finding, inWords, ok, warn } from './doctor/Finding.ts'
import { run } from './run.ts'

// Says what the agents of the templates lack, or installs them: npm run agents -- doctor | install <id> …

type Installable = Template & { package: string }

function agentsFolder({ BOX_AGENTS, DATA_DIR }: Config): string {
  return resolve(BOX_AGENTS ?? join(DATA_DIR, 'agents'))
}

function openCatalogue(config: Config) {
  const isIsolated = findBubblewrap() !== undefined
  return createCatalogue({
    folder: config.BOX_TEMPLATES,
    agentsFolder: agentsFolder(config),
    protocols: new Set(Object.values(config.MODELS).map(({ speaks }) => speaks)),
    isolation: () => (isIsolated ? 'bubblewrap' : 'none'),
  })
}

function installable(templates: readonly Template[]): Installable[] {
  return templates.filter((template): template is Installable => template.package !== undefined)
}

async function doctor(config: Config): Promise<number> {
  const catalogue = openCatalogue(config)
  const findings = [
    await checkLimits(),
    ...installable(catalogue.all()).map((template) => checkAgent(template, catalogue.problemOf(template))),
  ]
  process.stdout.write(`${findings.map(inWords).join('\n')}\n`)
  return findings.some(({ level }) => level !== 'ok') ? 1 : 0
}

async function checkLimits(): Promise<Finding> {
  const cgroups = await findCgroups()
  if (cgroups) return ok('memory', `bounded by control groups (v${cgroups.version})`)
  const advice = 'Let the service write control groups; Claude and OpenCode do not start without them.'
  return warn('memory', 'control groups are not writable', advice)
}

function checkAgent({ id, package: name, speaks }: Installable, problem: string | undefined): Finding {
  if (problem === undefined) return ok(id, `ready: ${name}`)
  if (problem.includes('not installed')) return warn(id, `${name} is not installed`, `npm run agents -- install ${id}`)
  if (problem.includes('MODELS')) return warn(id, problem, `Add an endpoint with "speaks":"${speaks}" to MODELS.`)
  return warn(id, problem, 'apt-get install -y bubblewrap')
}

async function install(config: Config, ids: readonly string[]): Promise<number> {
  const known = installable(openCatalogue(config).all())
  const chosen = known.filter(({ id }) => ids.includes(id))
  if (ids.length === 0 || chosen.length < ids.length) return usage(known)
  const folder = agentsFolder(config)
  await mkdir(folder, { recursive: true })
  const packages = chosen.map((template) => template.package)
  const { code } = await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages])
  return code
}

function usage(known: readonly Installable[]): number {
  const ids = known.map(({ id }) => id).join(', ')
  process.stdout.write(`Usage: npm run agents -- doctor | install <id> …\nAgents to install: ${ids}\n`)
  return 1
}

const [command, ...ids] = process.argv.slice(2)
const config = readConfig(process.env)
if (command === 'doctor') process.exitCode = await doctor(config)
else process.exitCode = await install(config, command === 'install' ? ids : [])
