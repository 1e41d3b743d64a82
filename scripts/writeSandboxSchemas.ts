import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

/** Records the schemas of kubernetes-sigs/agent-sandbox for the tests: node scripts/writeSandboxSchemas.ts <checkout> <version>. */
const [checkout = '', version = ''] = process.argv.slice(2)
const KINDS = ['sandboxtemplates', 'sandboxwarmpools', 'sandboxclaims']
const TARGET = 'test/setup/boxes/kubernetes/sandboxSchemas.generated.ts'

type Definition = { spec: { versions: { name: string; schema: { openAPIV3Schema: object } }[] } }

async function schemaOf(kind: string): Promise<object | undefined> {
  const path = join(checkout, 'k8s/crds', `extensions.agents.x-k8s.io_${kind}.yaml`)
  const { spec } = parse(await readFile(path, 'utf8')) as Definition
  return spec.versions.find(({ name }) => name === 'v1beta1')?.schema.openAPIV3Schema
}

/** Without the texts, which are nine tenths of the definitions. */
function withoutTexts(key: string, value: unknown): unknown {
  return key === 'description' && typeof value === 'string' ? undefined : value
}

const lines = await Promise.all(
  KINDS.map(
    async (kind) => `  ${kind}: JSON.parse(String.raw\`${JSON.stringify(await schemaOf(kind), withoutTexts)}\`),`,
  ),
)
const head = `/** v1beta1 of kubernetes-sigs/agent-sandbox ${version}, written by scripts/writeSandboxSchemas.ts. */\n`
await writeFile(TARGET, `${head}export const SANDBOX_SCHEMAS: Record<string, object> = {\n${lines.join('\n')}\n}\n`)
