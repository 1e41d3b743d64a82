import { encodeDeployData, getCreate2Address, type Hex, pad } from 'viem'
import { CREATE2_DEPLOYER } from './addresses.ts'
import { type Artifact, loadArtifact } from './artifacts.ts'
import { type Deployment, deployments } from './deployments.ts'

/** Calldata of the CREATE2 deployer: salt and creation code. */
type Prepared = { salt: Hex; initCode: Hex }

const NO_SALT = pad('0x00')

/** The creation code of every contract, checked to lead to the addresses in addresses.ts. */
export async function prepareDeployments(): Promise<Prepared[]> {
  const prepared = await Promise.all(deployments.map(prepare))
  const moved = deployments.flatMap(({ address }, index) => {
    const actual = addressOf(prepared[index] as Prepared)
    return actual === address ? [] : [`${address} is now ${actual}`]
  })
  if (moved.length > 0)
    throw new Error(`Update src/devnet/addresses.ts; these contracts have moved: ${moved.join(', ')}.`)
  return prepared
}

async function prepare({ artifact, args = [], salt = NO_SALT, link }: Deployment): Promise<Prepared> {
  const { abi, bytecode } = typeof artifact === 'string' ? await loadArtifact(artifact) : artifact
  return { salt, initCode: encodeDeployData({ abi, bytecode: link ? linkLibrary(bytecode, link) : bytecode, args }) }
}

function addressOf({ salt, initCode }: Prepared): string {
  return getCreate2Address({ from: CREATE2_DEPLOYER, salt, bytecode: initCode })
}

function linkLibrary(bytecode: Artifact['bytecode'], { start, library }: NonNullable<Deployment['link']>): Hex {
  const from = 2 + start * 2
  return `0x${bytecode.slice(2, from)}${library.slice(2).toLowerCase()}${bytecode.slice(from + 40)}`
}
