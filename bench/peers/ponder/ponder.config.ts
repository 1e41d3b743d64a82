import { createConfig, factory } from 'ponder'
import { parseAbiItem } from 'viem'

const launchpad = process.env.LAUNCHPAD as `0x${string}`
const created = parseAbiItem(
  'event TokenCreated(address indexed token, address indexed creator, string name, string symbol, uint256 timestamp)',
)
const trade = parseAbiItem(
  'event Trade(address indexed token, address indexed trader, address recipient, bool isBuy, uint256 ethAmount, uint256 tokenAmount, uint256 fee, uint256 realEth, uint256 sold)',
)
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

export default createConfig({
  database: { kind: 'postgres', connectionString: process.env.DATABASE_URL },
  chains: { history: { id: 4663, rpc: process.env.HISTORY_RPC, maxRequestsPerSecond: 1000 } },
  contracts: {
    Launchpad: { chain: 'history', abi: [created, trade], address: launchpad, startBlock: 1 },
    LaunchToken: {
      chain: 'history',
      abi: [transfer],
      address: factory({ address: launchpad, event: created, parameter: 'token' }),
      startBlock: 1,
    },
  },
})
