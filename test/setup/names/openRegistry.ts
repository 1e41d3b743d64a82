import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  labelhash,
  namehash,
  parseAbi,
} from 'viem'
import codes from './ensContracts.json' with { type: 'json' }

type Send = (method: string, params: unknown[]) => Promise<unknown>

const abi = parseAbi([
  'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function setResolver(bytes32 node, address resolver)',
  'function setAddr(bytes32 node, address account)',
  'function setName(string name)',
  'function claimWithResolver(address owner, address resolver)',
])

export type Registry = {
  address: Address
  /** Registers a name under `.eth` for its owner, who points it to an account. The label is taken as it is. */
  register(name: string, owner: Address, account?: Address): Promise<void>
  /** Points a name, or the reverse record of an account, to a resolver of its owner's choice. */
  useResolver(name: string, owner: Address, resolver: Address): Promise<void>
  reverseThrough(account: Address, resolver: Address): Promise<void>
  /** Writes a name into the account's own reverse record, as anybody can. */
  claim(account: Address, name: string): Promise<void>
}

/** The contracts of ENS on a chain of a test: registry, resolver and reverse registrar. */
export async function openRegistry(send: Send, operator: Address): Promise<Registry> {
  const transact = (from: Address, to: Address | undefined, data: Hex) => mined(send, { from, to, data })
  const call = (from: Address, to: Address, functionName: string, args: unknown[]) =>
    transact(from, to, encodeFunctionData({ abi: abi as Abi, functionName, args }))
  const deploy = async (name: keyof typeof codes, types: string, args: readonly Address[]) => {
    const creation = parseAbi([`constructor(${types})`] as readonly string[]) as Abi
    const data = encodeDeployData({ abi: creation, bytecode: codes[name] as Hex, args })
    return (await transact(operator, undefined, data)) as Address
  }
  const registry = await deploy('ENSRegistry', '', [])
  const resolver = await deploy('PublicResolver', 'address', [registry])
  const reverse = await deploy('ReverseRegistrar', 'address,address', [registry, resolver])
  const root = namehash('')
  await call(operator, registry, 'setSubnodeOwner', [root, labelhash('eth'), operator])
  await call(operator, registry, 'setSubnodeOwner', [root, labelhash('reverse'), operator])
  await call(operator, registry, 'setSubnodeOwner', [namehash('reverse'), labelhash('addr'), reverse])
  return {
    address: registry,
    async register(name, owner, account = owner) {
      const label = labelhash(name.slice(0, -'.eth'.length))
      await call(operator, registry, 'setSubnodeRecord', [namehash('eth'), label, owner, resolver, 0n])
      await call(owner, resolver, 'setAddr', [namehash(name), account])
    },
    useResolver: async (name, owner, to) => void (await call(owner, registry, 'setResolver', [namehash(name), to])),
    reverseThrough: async (account, to) => void (await call(account, reverse, 'claimWithResolver', [account, to])),
    claim: async (account, name) => void (await call(account, reverse, 'setName', [name])),
  }
}

/** Sends a transaction and waits for its block; gives the contract that it created. */
async function mined(send: Send, { from, to, data }: { from: Address; to: Address | undefined; data: Hex }) {
  const gas = '0x5b8d80'
  const hash = await send('eth_sendTransaction', [{ from, ...(to && { to }), data, gas }])
  const receipt = (await send('eth_getTransactionReceipt', [hash])) as { status: Hex; contractAddress: Address | null }
  if (receipt.status !== '0x1') throw new Error(`The transaction ${hash} failed.`)
  return receipt.contractAddress
}
