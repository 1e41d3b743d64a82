import type { Topic } from './Topic.ts'
import { aboutTopics } from './topics/about.ts'
import { actionTopics } from './topics/actions.ts'
import { commonQuestionTopics } from './topics/commonQuestions.ts'
import { creatorFeeTopics } from './topics/creatorFees.ts'
import { depositTopics } from './topics/deposits.ts'
import { exchangeTopics } from './topics/exchange.ts'
import { explanationTopics } from './topics/explanations.ts'
import { gettingStartedTopics } from './topics/gettingStarted.ts'
import { glossaryTopics } from './topics/glossary.ts'
import { help } from './topics/help.ts'
import { launchTopics } from './topics/launches.ts'
import { poolTopics } from './topics/pools.ts'
import { positionTopics } from './topics/positions.ts'
import { rankingTopics } from './topics/rankings.ts'
import { refusalTopics } from './topics/refusals.ts'
import { riskTopics } from './topics/risks.ts'
import { roomTopics } from './topics/rooms.ts'
import { scenarioTopics } from './topics/scenario.ts'
import { tradingTopics } from './topics/trading.ts'

/** All topics of the desk; the earlier one wins a tie. */
export const TOPICS: readonly Topic[] = [
  ...refusalTopics,
  ...commonQuestionTopics,
  ...explanationTopics,
  ...creatorFeeTopics,
  ...actionTopics,
  ...depositTopics,
  ...positionTopics,
  ...exchangeTopics,
  ...tradingTopics,
  ...riskTopics,
  ...launchTopics,
  ...rankingTopics,
  ...aboutTopics,
  ...poolTopics,
  ...roomTopics,
  ...gettingStartedTopics,
  ...glossaryTopics,
  ...scenarioTopics,
  help,
]
