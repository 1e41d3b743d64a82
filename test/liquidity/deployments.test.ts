import { readFileSync } from 'node:fs'
import { type Abi, type Address, encodeDeployData, type Hex, parseAbi, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { V3_POSITION_DESCRIPTOR } from '#devnet/addresses.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { newKey } from '../setup/keys/newKey.ts'
import { type Body, mintedId } from '../setup/liquidity/lp.ts'
import { type ServiceProcess, startServiceProcess, temporaryFolder } from '../setup/process.ts'

/** The service with its own `DEPLOYMENTS`: position managers that no other test uses. */

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })
const WALLET = 4
const chainId = 4663
const owned = new AsyncDisposableStack()
const OWNER = parseAbi(['function ownerOf(uint256 id) view returns (address)'])

let devnet: TestDevnet
let service: ServiceProcess
let key: string
let managers: { V3: Address; V4: Address }

beforeAll(async () => {
  devnet = owned.use(await startTestDevnet())
  const { contracts } = devnet.description
  const { v3Factory, v4PoolManager, weth, permit2 } = contracts
  managers = {
    V3: await deploy(
      '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
      [v3Factory, weth, V3_POSITION_DESCRIPTOR],
    ),
    V4: await deploy('@uniswap/v4-periphery/foundry-out/PositionManager.sol/PositionManager.json', [
      v4PoolManager,
      permit2,
      300_000n,
      zeroAddress,
      weth,
    ]),
  }
  const uniswap = {
    v3: { factory: v3Factory, positionManager: managers.V3 },
    v4: {
      poolManager: v4PoolManager,
      positionManager: managers.V4,
      stateView: contracts.v4StateView,
      quoter: contracts.v4Quoter,
    },
  }
  const folder = owned.use(await temporaryFolder())
  service = owned.use(
    await startServiceProcess({
      DATA_DIR: folder.path,
      RPC_URL_4663: devnet.rpcUrl,
      DEPLOYMENTS: JSON.stringify({ [chainId]: { uniswap, wrappedNative: weth } }),
    }),
  )
  key = (await newKey(service.url)).key
})
afterAll(() => owned.disposeAsync())

async function deploy(artifact: string, args: readonly unknown[]): Promise<Address> {
  const { abi, bytecode } = JSON.parse(readFileSync(`node_modules/${artifact}`, 'utf8')) as {
    abi: Abi
    bytecode: Hex | { object: Hex }
  }
  const code = typeof bytecode === 'string' ? bytecode : bytecode.object
  const data = encodeDeployData({ abi, bytecode: code, args })
  const hash = await devnet.wallet(WALLET).sendTransaction({ data, gas: 15_000_000n })
  const { contractAddress } = await devnet.client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`${artifact} was not deployed.`)
  return contractAddress
}

async function post(path: string, body: object): Promise<{ status: number; body: Body }> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

async function ok(path: string, body: object): Promise<Body> {
  const answer = await post(path, body)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

const send = (transaction: Body) => devnet.send(WALLET, { ...transaction, value: BigInt(transaction.value) })

describe.each(['V3', 'V4'] as const)('a %s position manager of DEPLOYMENTS', (protocol) => {
  test('is approved, minted at, read from and left again', async () => {
    const walletAddress = devnet.account(WALLET).address
    const pool = devnet.pool(protocol, [protocol === 'V3' ? 'WETH' : 'ETH', 'DUSD'], { fee: 500 })
    const tokens = { token0Address: pool.token0, token1Address: pool.token1 }
    const amount = parseUnits('100', 6).toString()
    const common = { walletAddress, chainId, protocol }
    const lpTokens = [pool.token0, pool.token1]
      .filter((tokenAddress) => tokenAddress !== zeroAddress)
      .map((tokenAddress) => ({ tokenAddress, amount: tokenAddress === pool.token1 ? amount : '1000000000000000000' }))
    const approval = { ...common, lpTokens, action: 'CREATE', generatePermitAsTransaction: true }
    const { transactions } = await ok('/lp/check_approval', approval)
    expect(JSON.stringify(transactions).toLowerCase()).toContain(managers[protocol].slice(2).toLowerCase())
    for (const { transaction } of transactions) await send(transaction)
    const { create } = await ok('/lp/create', {
      ...common,
      existingPool: { ...tokens, poolReference: pool.reference },
      independentToken: { tokenAddress: pool.token1, amount },
      tickBounds: { tickLower: -198_260, tickUpper: -194_260 },
      simulateTransaction: true,
    })
    expect(create.to.toLowerCase()).toBe(managers[protocol].toLowerCase())
    const id = mintedId(await send(create), managers[protocol])
    const args = [BigInt(id)] as const
    const held = { address: managers[protocol], abi: OWNER, functionName: 'ownerOf', args } as const
    expect(await devnet.client.readContract(held)).toBe(walletAddress)
    const { decrease, owner } = await ok('/lp/decrease', {
      ...common,
      ...tokens,
      nftTokenId: id,
      liquidityPercentageToDecrease: 100,
    })
    expect(owner).toBe(walletAddress)
    expect((await send(decrease)).to?.toLowerCase()).toBe(managers[protocol].toLowerCase())
  })
})

test('a protocol that DEPLOYMENTS leaves out is not deployed, even if the public chain has it', async () => {
  const { token0, token1 } = devnet.pool('V2', ['MOON', 'DUSD'])
  const answer = await post('/lp/create_classic', {
    walletAddress: devnet.account(WALLET).address,
    poolParameters: { token0Address: token0, token1Address: token1, chainId },
    independentToken: { tokenAddress: token0, amount: '1000000' },
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
})
