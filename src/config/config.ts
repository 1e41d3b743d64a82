import { isIP } from 'node:net'
import { z } from 'zod'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { CHAIN_IDS } from '#core/wire.ts'
import * as Guards from '#devnet/guards.ts'
import { VARIABLES, type Variable } from './variables.ts'

type Name = keyof typeof VARIABLES
/** A variable with a default is always defined. */
type Values = {
  [N in Name]: (typeof VARIABLES)[N]['fallback'] extends ''
    ? z.output<(typeof VARIABLES)[N]['schema']> | undefined
    : z.output<(typeof VARIABLES)[N]['schema']>
}

export type Config = Values & {
  baseUrl: string
  apiOrigin: string
  /** RPC endpoints by chain id; other chains use their public endpoints. */
  rpcUrls: Record<number, string[]>
  devnet: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration; throws one Error that lists every problem and what is expected. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => [name, readVariable(name, variable, { env, problems })]),
  ) as Values
  const rpcUrls = readRpcUrls(env, problems)
  refuse(problems)
  const devnet = values.DEVNET ?? rpcUrls[LAUNCH_CHAIN_ID] === undefined
  const baseUrl = values.BASE_URL ?? originAt(values.HOST, values.PORT)
  refuse(contradictions({ values, rpcUrls, devnet, baseUrl }, env))
  return { ...values, baseUrl, apiOrigin: values.API_ORIGIN ?? baseUrl, rpcUrls, devnet }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`Invalid configuration:\n${problems.map((p) => `  ${p}`).join('\n')}`)
}

/** The origin under which a client on this machine reaches the host and port; a wildcard address becomes loopback. */
export function originAt(host: string, port: number): string {
  const name = LOOPBACK_OF[host] ?? host
  return new URL(`http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`).origin
}

const LOOPBACK_OF: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

type Reading = { env: Environment; problems: string[] }

function readVariable(name: string, { schema, fallback, about }: Variable, { env, problems }: Reading): unknown {
  const text = env[name] || fallback
  if (text === '') return undefined
  const result = schema.safeParse(text)
  if (result.success) return result.data
  const reason = result.error.issues.map((issue) => issue.message).join('; ')
  problems.push(`${name} ${reason}. ${about}`)
  return undefined
}

function readRpcUrls(env: Environment, problems: string[]): Record<number, string[]> {
  const urls: Record<number, string[]> = {}
  for (const [name, text] of Object.entries(env)) {
    const id = Number(/^RPC_URL_(\d+)$/.exec(name)?.[1])
    if (Number.isNaN(id) || !text) continue
    if (!CHAIN_IDS.some((known) => known === id))
      problems.push(`${name} does not name a supported chain. Use RPC_URL_<chainId>.`)
    const parts = text.split(',').map((part) => part.trim())
    if (parts.every((part) => z.url({ protocol: /^https?$/ }).safeParse(part).success)) urls[id] = parts
    else problems.push(`${name} must be http(s) URLs, separated by commas.`)
  }
  return urls
}

type Draft = { values: Values; rpcUrls: Record<number, string[]>; devnet: boolean; baseUrl: string }

/** Problems of valid variables that do not fit together. */
function contradictions({ values, rpcUrls, devnet, baseUrl }: Draft, env: Environment): string[] {
  const problems: string[] = []
  if (values.DATABASE_URL && !values.SECRET)
    problems.push(
      'SECRET is required with DATABASE_URL, so that all replicas agree. Set it to 32 or more random characters.',
    )
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'FANOUT_URL'] as const)
    if (values[name] && !values.DATABASE_URL)
      problems.push(`${name} needs DATABASE_URL. Set both, or only DATABASE_URL.`)
  if (devnet && rpcUrls[LAUNCH_CHAIN_ID])
    problems.push('DEVNET=1 and RPC_URL_4663 exclude each other. Set one of them.')
  if (!devnet && !rpcUrls[LAUNCH_CHAIN_ID]) problems.push('RPC_URL_4663 is required with DEVNET=0.')
  const context = { host: values.HOST, baseUrl, nodeEnv: env['NODE_ENV'], explicit: values.DEVNET === true }
  problems.push(...Guards.problems({ devnet, ...context, adminAddresses: values.ADMIN_ADDRESSES ?? [] }))
  return problems
}

/** The text of `.env.example`: every variable, commented out, with its default. */
export function exampleEnv(): string {
  const lines = Object.entries(VARIABLES).map(([name, { about, fallback }]) => `# ${about}\n# ${name}=${fallback}\n`)
  const rpc =
    '# RPC endpoints of a chain, separated by commas. With two or more, transactions are built from state on which two agree.\n# Default: its public endpoint.\n# RPC_URL_1=\n'
  return `# Every variable is optional. Generated: node scripts/writeEnvExample.ts\n\n${[...lines, rpc].join('\n')}`
}
