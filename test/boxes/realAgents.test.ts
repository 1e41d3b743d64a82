import { expect, inject, test } from 'vitest'
import { createCatalogue } from '#boxes/catalogue/createCatalogue.ts'
import { MODEL_PROTOCOLS, type ModelEndpoint } from '#core/ModelEndpoint.ts'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'
import { type Asked, openScriptedModel, type Reply } from '../setup/boxes/scriptedModel.ts'

const KEY = 'sk-the-real-key-4711'
/** The folder of `npm run agents -- install`. */
const agentsFolder = process.env['BOX_AGENTS'] ?? '.data/agents'
const SHELLS = /^(Bash|bash|shell|run_shell_command|exec_command|local_shell)$/
const COMMAND = [
  'echo made-by-the-agent > proof.txt',
  'if (env; cat /proc/*/environ) | grep -aq real-key-4711; then echo key-found; else echo key-absent; fi',
  'curl -sS -m 3 https://example.com || echo no-network',
  'curl -sS -m 9 http://127.0.0.1:8780/hosts/example.com/',
].join('; ')
const DEPOSIT = { walletAddress: `0x${'1'.repeat(40)}`, chainId: 4663 }

/** Greets, or uses one tool on request. */
function script({ text, results, tools }: Asked): Reply {
  const call = callFor(text, tools)
  if (!call) return { text: 'Hello from the scripted model.' }
  return results.length > 0 ? { text: `The tool said: ${results.at(-1)}` } : call
}

function callFor(text: string, tools: readonly string[]): Reply | undefined {
  if (text.includes('RUN IT')) return commandFor(tools.find((name) => SHELLS.test(name)))
  if (text.includes('ASK IT')) return serviceCall(tools, 'svc_call', { name: 'getOwnBox', input: {} })
  if (!text.includes('PROPOSE IT')) return undefined
  return serviceCall(tools, 'svc_propose', { title: 'Deposit', name: 'createPosition', input: DEPOSIT })
}

function commandFor(tool: string | undefined): Reply | undefined {
  if (tool === undefined) return undefined
  const inputs: Record<string, unknown> = {
    exec_command: { cmd: COMMAND },
    shell: { command: ['bash', '-lc', COMMAND] },
  }
  return { tool, input: inputs[tool] ?? { command: COMMAND, description: 'write a file' } }
}

/** Agents put the name of the server before that of the tool, each in its own way; Codex has a namespace. */
function serviceCall(tools: readonly string[], name: string, input: unknown): Reply | undefined {
  const tool =
    tools.find((one) => one.endsWith(name)) ?? (tools.includes('mcp__slipway') ? `mcp__slipway/${name}` : undefined)
  return tool === undefined ? undefined : { tool, input }
}

test.runIf(inject('deep')).for(['claude', 'codex', 'gemini', 'opencode'])(
  '%s works in a box: a command, the service through MCP, a proposal, no key, no network, and a memory after a pause',
  { timeout: 600_000 },
  async (agentId, { skip }) => {
    await using model = await openScriptedModel(script)
    const models = Object.fromEntries(
      MODEL_PROTOCOLS.map((speaks): [string, ModelEndpoint] => [
        speaks,
        { speaks, url: model.url, key: KEY, models: { '*': { input: 3, output: 15 } }, outputTokensMax: 32_000 },
      ]),
    )
    const catalogue = createCatalogue({
      agentsFolder,
      protocols: new Set(MODEL_PROTOCOLS),
      isolation: () => 'bubblewrap',
    })
    const problem = catalogue.problemOf(catalogue.get(agentId)!)
    if (problem) return skip(problem)
    await using service = await createBoxesService({ agentsFolder, models, runMs: 240_000 })
    const ada = await service.developer()
    const boxId = await service.readyBox(ada, { agentId })
    const path = `/${boxId}/sessions/${await service.session(ada, boxId)}`
    const hello = await finalReply(service, ada, { path, content: 'Say hello to the harbour.' })
    expect(hello.content).toContain('Hello from the scripted model.')
    const printed = await finalReply(service, ada, { path, content: 'RUN IT' })
    expect(printed.content).toMatch(/The tool said: [\s\S]*key-absent[\s\S]*no-network[\s\S]*permission_denied/)
    const asked = await finalReply(service, ada, { path, content: 'ASK IT' })
    expect(asked.content).toContain(boxId)
    const proposed = await finalReply(service, ada, { path, content: 'PROPOSE IT' })
    expect(proposed.cards).toMatchObject([{ kind: 'transaction', data: { wallet: DEPOSIT.walletAddress } }])
    const file = await service.send('GET', `/${boxId}/files?path=proof.txt`, { as: ada })
    expect(file.body.content).toBe('made-by-the-agent\n')
    expect(new Set(model.seen.map(({ headers }) => JSON.stringify(headers).includes(KEY)))).toEqual(new Set([true]))
    const { box } = (await service.send('GET', `/${boxId}`, { as: ada })).body
    expect(box.models.tokensIn).toBeGreaterThan(0)
    await service.send('POST', `/${boxId}/pause`, { as: ada, body: {} })
    await service.untilStatus(ada, boxId, 'paused')
    await service.send('POST', `/${boxId}/resume`, { as: ada, body: {} })
    const before = model.seen.length
    await finalReply(service, ada, { path, content: 'Are you still there?' })
    const later = model.seen.slice(before).map((request) => request.body)
    expect(later.some((body) => body.includes('Say hello to the harbour.'))).toBe(true)
    // Gemini does not always find the session of its earlier process, and then gets the transcript.
    if (agentId !== 'gemini') expect(later.some((body) => body.includes('from before your restart'))).toBe(false)
  },
)

type Said = { path: string; content: string }

/** Sends a message, allows what the agent asks for, and returns its reply. */
async function finalReply(
  service: BoxesService,
  as: string,
  { path, content }: Said,
): Promise<{ content: string; cards: unknown[] }> {
  const { body } = await service.send('POST', `${path}/messages`, { as, body: { content } })
  const boxId = path.split('/')[1]
  for (let tries = 0; tries < 2_000; tries++) {
    const { messages } = (await service.send('GET', `${path}/messages`, { as })).body
    const reply = messages.find(
      (message: { taskId: string; authorType: string }) =>
        message.taskId === body.task.id && message.authorType === 'agent',
    )
    if (reply) return reply
    const { confirmations } = (await service.send('GET', `${path}/confirmations`, { as })).body
    for (const { id, status, options } of confirmations)
      if (status === 'pending') {
        const option = options.find(({ kind }: { kind: string }) => kind === 'allow_once').id
        await service.send('POST', `/${boxId}/confirmations/${id}`, { as, body: { option } })
      }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The agent did not answer.')
}
