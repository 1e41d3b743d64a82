import type { Topic } from './Topic.ts'
import { aboutTopics } from './topics/about.ts'
import { actionTopics } from './topics/actions.ts'
import { creatorFeeTopics } from './topics/creatorFees.ts'
import { depositTopics } from './topics/deposits.ts'
import { exchangeTopics } from './topics/exchange.ts'
import { explanationTopics } from './topics/explanations.ts'
import { gettingStartedTopics } from './topics/gettingStarted.ts'
import { launchTopics } from './topics/launches.ts'
import { poolTopics } from './topics/pools.ts'
import { positionTopics } from './topics/positions.ts'
import { rankingTopics } from './topics/rankings.ts'
import { recipeTopics } from './topics/recipes.ts'
import { riskTopics } from './topics/risks.ts'
import { roomTopics } from './topics/rooms.ts'
import { scenarioTopics } from './topics/scenario.ts'
import { staticTopics } from './topics/statics.ts'
import { tradingTopics } from './topics/trading.ts'
import { walletTopics } from './topics/wallets.ts'

const ALL = [
  ...explanationTopics,
  ...creatorFeeTopics,
  ...actionTopics,
  ...depositTopics,
  ...positionTopics,
  ...recipeTopics,
  ...exchangeTopics,
  ...tradingTopics,
  ...riskTopics,
  ...launchTopics,
  ...rankingTopics,
  ...aboutTopics,
  ...poolTopics,
  ...roomTopics,
  ...gettingStartedTopics,
  ...scenarioTopics,
  ...walletTopics,
  ...staticTopics,
]

/** All topics of the desk, by name. */
export const TOPICS: ReadonlyMap<string, Topic> = new Map(ALL.map((topic) => [topic.name, topic]))
