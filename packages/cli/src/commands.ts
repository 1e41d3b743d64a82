import type { Command } from './Command.ts'
import { accountCommands } from './commands/account.ts'
import { agentCommands } from './commands/agents.ts'
import { boxCommands } from './commands/boxes.ts'
import { initCommand } from './commands/init.ts'
import { journeyCommand } from './commands/journey.ts'
import { launchCommands } from './commands/launches.ts'
import { liquidityCommands } from './commands/liquidity.ts'
import { listenCommand } from './commands/listen.ts'
import { orderCommands } from './commands/orders.ts'
import { serviceCommands } from './commands/service.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...launchCommands,
  ...orderCommands,
  listenCommand,
  ...liquidityCommands,
  ...agentCommands,
  ...boxCommands,
  ...serviceCommands,
  initCommand,
  journeyCommand,
]
