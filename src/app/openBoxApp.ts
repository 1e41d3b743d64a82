import type { Boxes } from '#boxes/createBoxes.ts'
import { VERSION } from '#core/version.ts'
import { apiPart } from '#discovery/apiPart.ts'
import { CALLER_RULES } from '#discovery/callerRules.ts'
import { type Deployment, SUMMARY } from '#discovery/Deployment.ts'
import { type App, type AppOptions, createApp } from '#http/createApp.ts'
import { anyHost } from '#http/hosts.ts'
import { createMcpServer } from '#mcp/createMcpServer.ts'
import { mcpOperation } from '#mcp/operation.ts'
import type { Operators } from '#operators/createOperators.ts'

type Modules = {
  boxes: Pick<Boxes, 'authenticateBox' | 'boxOperations' | 'boxTools'>
  discovery: { deployment: () => Deployment }
  operators: Pick<Operators, 'guarded'>
}

/** The service as programs in boxes see it: the operations of their allow-list, and a tool server over these. */
export function openBoxApp(
  options: AppOptions,
  { boxes, discovery: { deployment }, operators: { guarded } }: Modules,
): App {
  const operations = boxes.boxOperations(options.operations)
  const describe = (name: string) => apiPart({ ...deployment(), operations }, name)
  const { baseUrl, skills } = deployment()
  const server = createMcpServer({
    info: { name: 'slipway', title: 'Slipway', version: VERSION, websiteUrl: baseUrl },
    baseUrl,
    instructions: `${SUMMARY} You run in a box of this service and act as that box. Call svc_operations first. ${CALLER_RULES['untrusted']}`,
    tools: boxes.boxTools({ operations, describe }),
    skills,
  })
  return createApp({
    ...options,
    ...{ pages: [], assets: [], hosts: anyHost },
    authenticate: guarded(boxes.authenticateBox),
    operations: [...operations, mcpOperation(server)],
  })
}
