import type { Snippet } from '#site/codeTabs.ts'
import type { Described } from './OpenApi.ts'

export function snippetsOf(operation: Described, baseUrl: string): Snippet[] {
  const { method, example, access } = operation
  const url = baseUrl + pathOf(operation)
  const needsKey = access.startsWith('Needs')
  const body = example === undefined ? undefined : JSON.stringify(example, null, 2)
  return [
    ...(operation.sdk ? [{ label: 'SDK', code: sdk(operation, baseUrl) }] : []),
    ...(operation.sdk === 'call' ? [{ label: 'CLI', code: cli(operation) }] : []),
    { label: 'curl', code: curl({ method, url, body, needsKey }) },
    ...(operation.sdk ? [] : [{ label: 'TypeScript', code: typescript({ method, url, body, needsKey }) }]),
    { label: 'Python', code: python({ method, url, body, needsKey }) },
  ]
}

function sdk(operation: Described, baseUrl: string): string {
  const key = operation.access.startsWith('Needs') ? ', key: process.env.SLIPWAY_KEY' : ''
  const request = requestOf(operation)
  const argument = request ? JSON.stringify(request, null, 2) : ''
  const call = `client.${operation.id}(${argument})`
  return [
    "import { createClient } from '@slipway/sdk'\n",
    `const client = createClient({ url: '${baseUrl}'${key} })`,
    operation.sdk === 'stream'
      ? `for await (const { event, data } of ${call}) console.log(event, data)`
      : `const answer = await ${call}`,
  ].join('\n')
}

function cli(operation: Described): string {
  const request = requestOf(operation)
  return `slipway call ${operation.id}${request ? ` '${JSON.stringify(request)}'` : ''}`
}

/** Path, required query and body as one object; undefined without fields. */
function requestOf({ fields, example }: Described): Record<string, unknown> | undefined {
  const named = fields.filter(({ where, isRequired }) => where !== 'body' && isRequired).map(({ name }) => [name, '…'])
  const request = { ...Object.fromEntries(named), ...(example as object | undefined) }
  return Object.keys(request).length > 0 ? request : undefined
}

type Call = { method: string; url: string; body: string | undefined; needsKey: boolean }

/** The path, with its required query parameters. */
function pathOf({ path, fields }: Described): string {
  const query = fields.filter(({ where, isRequired }) => where === 'query' && isRequired).map(({ name }) => `${name}=…`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function curl({ method, url, body, needsKey }: Call): string {
  const lines = [
    `curl -s ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}"${url}"`,
    ...(needsKey ? ['  -H "x-api-key: $SLIPWAY_KEY"'] : []),
    ...(method === 'POST' || body ? [`  --json '${body ?? '{}'}'`] : []),
  ]
  return lines.join(' \\\n')
}

function typescript({ method, url, body, needsKey }: Call): string {
  const headers = [
    ...(needsKey ? ["'x-api-key': process.env.SLIPWAY_KEY"] : []),
    ...(body ? ["'content-type': 'application/json'"] : []),
  ]
  const options = [
    `  method: '${method}',`,
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body ? [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`] : []),
  ]
  return `const response = await fetch('${url}', {\n${options.join('\n')}\n})\nconst answer = await response.json()`
}

function python({ method, url, body, needsKey }: Call): string {
  const literal = body
    ?.replaceAll(/\btrue\b/g, 'True')
    .replaceAll(/\bfalse\b/g, 'False')
    .replaceAll(/\bnull\b/g, 'None')
  const parts = [
    `    "${url}",`,
    ...(needsKey ? ['    headers={"x-api-key": os.environ["SLIPWAY_KEY"]},'] : []),
    ...(literal ? [`    json=${literal.replaceAll('\n', '\n    ')},`] : []),
  ]
  return `import os, requests\n\nanswer = requests.${method.toLowerCase()}(\n${parts.join('\n')}\n).json()`
}
