import { expect, inject, test } from 'vitest'
import { createCatalogue } from '#boxes/catalogue/createCatalogue.ts'
import { MODEL_PROTOCOLS, type ModelEndpoint } from '#core/ModelEndpoint.ts'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'
import { type Asked, openScriptedModel, type Reply } from '../setup/boxes/scriptedModel.ts'

const KEY = 'sk-the-real-key-4711'
/** The folder of `npm run agents -- install`. */
const agentsFolder = process.env['BOX_AGENTS'] ?? '.data/agents'
const SHELLS = /^(Bash|bash|shell|run_shell_command|exec_command|local_shell)$/
const COMMAND =
  'echo made-by-the-agent > proof.txt; if (env; cat /proc/*/environ) | grep -aq real-key-4711; then echo key-found; else echo key-absent; fi; curl -sS -m 3 https://example.com || echo no-network'

/** Greets, or runs one command on request. */
function script({ text, results, tools }: Asked): Reply {
  const tool = tools.find((name) => SHELLS.test(name))
  if (!text.includes('RUN IT') || !tool) return { text: 'Hello from the scripted model.' }
  if (results.length > 0) return { text: `The command printed: ${results.at(-1)}` }
  const input: Record<string, unknown> = {
    exec_command: { cmd: COMMAND },
    shell: { command: ['bash', '-lc', COMMAND] },
  }
  return { tool, input: input[tool] ?? { command: COMMAND, description: 'write a file' } }
}

test.runIf(inject('deep')).for(['claude', 'codex', 'gemini', 'opencode'])(
  '%s answers in a box, runs a command after a confirmation, and finds neither key nor network',
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
    expect(await finalReply(service, ada, { path, content: 'Say hello.' })).toContain('Hello from the scripted model.')
    expect(await finalReply(service, ada, { path, content: 'RUN IT' })).toMatch(
      /The command printed: [\s\S]*key-absent[\s\S]*no-network/,
    )
    const file = await service.send('GET', `/${boxId}/files?path=proof.txt`, { as: ada })
    expect(file.body.content).toBe('made-by-the-agent\n')
    expect(new Set(model.seen.map(({ headers }) => JSON.stringify(headers).includes(KEY)))).toEqual(new Set([true]))
    const { box } = (await service.send('GET', `/${boxId}`, { as: ada })).body
    expect(box.models.tokensIn).toBeGreaterThan(0)
  },
)

type Said = { path: string; content: string }

/** Sends a message, allows what the agent asks for, and returns its reply. */
async function finalReply(service: BoxesService, as: string, { path, content }: Said): Promise<string> {
  const { body } = await service.send('POST', `${path}/messages`, { as, body: { content } })
  const boxId = path.split('/')[1]
  for (let tries = 0; tries < 2_000; tries++) {
    const { messages } = (await service.send('GET', `${path}/messages`, { as })).body
    const reply = messages.find(
      (message: { taskId: string; authorType: string }) =>
        message.taskId === body.task.id && message.authorType === 'agent',
    )
    if (reply) return reply.content
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
