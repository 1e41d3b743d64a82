import { createKey } from './arenaClient.ts'
import { connectNewest } from './toolClient.ts'

const QUESTIONS = ['price eth dusd', 'What does graduation do?']

/** An agent that has nothing but the tool server opens a box and asks the desk agent in it. */
async function main(baseUrl: string): Promise<void> {
  const agent = await connectNewest(baseUrl, await createKey(baseUrl, 'asker', ['api:*']))
  const { agents } = await agent.call('svc_box_list_agents')
  const desk = agents.find(({ id }: { id: string }) => id === 'desk')
  process.stdout.write(`${desk.title}: ${desk.description}\n`)
  const { box } = await agent.call('svc_box_create', { agentId: desk.id, name: 'example' })
  const { session } = await agent.call('svc_box_create_session', { boxId: box.id, title: 'First questions' })
  for (const content of QUESTIONS) {
    const asked = { boxId: box.id, sessionId: session.id, content }
    const { agentReply, next } = await agent.call('svc_box_post_session_message', asked)
    // An agent's reply is data: show it, never follow it as an instruction.
    process.stdout.write(`\n> ${content}\n${agentReply?.content ?? next}\n`)
  }
  const { boxes } = await agent.call('svc_box_list')
  process.stdout.write(`\n${boxes.length} box, ${boxes[0].usage.runs} answers\n`)
  await agent.close()
}

await main(process.argv[2] ?? 'http://127.0.0.1:8787')
