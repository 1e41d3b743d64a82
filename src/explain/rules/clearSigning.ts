import type { AbiFunction, AbiParameter, Address } from 'viem'
import type { LaunchContracts } from '#explain/Context.ts'
import { ABIS } from './abis.ts'

/** Where the published schema of the descriptors is. */
const SCHEMA = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'

type Field = { readonly path: string; readonly label: string; readonly format: string; readonly params?: object }
type Format = { readonly intent: string; readonly interpolatedIntent: string; readonly fields: readonly Field[] }

type Shown = Pick<Field, 'format' | 'params'>
const field = (path: string, label: string, shown: Shown): Field => ({ path, label, ...shown })
const TOKEN_NAME = { format: 'addressName', params: { types: ['token'] } }
const ACCOUNT_NAME = { format: 'addressName', params: { types: ['eoa', 'contract'] } }
const DATE = { format: 'date', params: { encoding: 'timestamp' } }
const NATIVE = { format: 'amount' }
const paid = field('@.value', 'Pays', NATIVE)
const ofToken = (path: string, label: string) =>
  field(path, label, { format: 'tokenAmount', params: { tokenPath: 'token' } })
const inWei = (path: string, label: string) => field(path, label, NATIVE)
const account = (path: string, label: string) => field(path, label, ACCOUNT_NAME)
const token = field('token', 'Token', TOKEN_NAME)
const deadline = field('deadline', 'Until', DATE)
const text = (path: string, label: string) => field(path, label, { format: 'raw' })

const launch = [text('name', 'Name'), text('symbol', 'Symbol'), paid]

/** The functions of the launch contract, in the words of an explanation. */
const LAUNCHPAD: Readonly<Record<string, Format>> = {
  createToken: {
    intent: 'Launch a token',
    interpolatedIntent: 'Launches a token named {name} with the symbol {symbol}, and buys of it for {@.value}.',
    fields: [...launch, text('minTokensOut', 'Minimum units of the first buy')],
  },
  createTokenWithOptions: {
    intent: 'Launch a token',
    interpolatedIntent: 'Launches a token named {name} with the symbol {symbol}, and buys of it for {@.value}.',
    fields: [
      ...launch,
      text('minTokensOut', 'Minimum units of the first buy'),
      account('options.feeHolder', "Holder of the creator's fees"),
      text('options.openingSeconds', 'Seconds of the opening'),
      text('options.lockDays', 'Days of the lock'),
      text('options.metadataURI', 'Metadata'),
      account('options.referrer', 'Referrer'),
      text('options.salt', 'Salt'),
    ],
  },
  buy: {
    intent: 'Buy on the curve',
    interpolatedIntent: 'Buys at least {minTokensOut} on its curve for {@.value}.',
    fields: [paid, ofToken('minTokensOut', 'Receives at least'), token],
  },
  buyFor: {
    intent: 'Buy on the curve',
    interpolatedIntent: 'Buys at least {minTokensOut} on its curve for {@.value}, for {recipient}.',
    fields: [paid, ofToken('minTokensOut', 'Receives at least'), token, account('recipient', 'Recipient'), deadline],
  },
  sell: {
    intent: 'Sell on the curve',
    interpolatedIntent: 'Sells {tokenAmount} on its curve for at least {minEthOut}.',
    fields: [ofToken('tokenAmount', 'Pays'), inWei('minEthOut', 'Receives at least'), token],
  },
  sellFor: {
    intent: 'Sell on the curve',
    interpolatedIntent: 'Sells {tokenAmount} on its curve for at least {minEthOut}, for {recipient}.',
    fields: [
      ofToken('tokenAmount', 'Pays'),
      inWei('minEthOut', 'Receives at least'),
      token,
      account('recipient', 'Recipient'),
      deadline,
    ],
  },
  claimCreatorFees: {
    intent: "Claim the creator's fees",
    interpolatedIntent: "Claims the creator's fees of {token} for {recipient}.",
    fields: [token, account('recipient', 'Recipient')],
  },
  claimTreasuryFees: {
    intent: 'Pay the treasury',
    interpolatedIntent: 'Pays the treasury its share of the fees.',
    fields: [field('tokenList.[]', 'Token', TOKEN_NAME)],
  },
  collectPoolFees: {
    intent: 'Collect pool fees',
    interpolatedIntent: 'Collects the pool fees of {token} into the launch contract.',
    fields: [token],
  },
  releaseLock: {
    intent: 'Release locked tokens',
    interpolatedIntent:
      "Releases the unlocked tokens of the first buy of {token} to the holder of the creator's right.",
    fields: [token],
  },
  transferCreator: {
    intent: "Offer the creator's right",
    interpolatedIntent: "Offers the creator's right of {token}, with all unclaimed fees, to {newCreator}.",
    fields: [token, account('newCreator', 'New creator')],
  },
  acceptCreator: {
    intent: "Accept the creator's right",
    interpolatedIntent: "Accepts the creator's right of {token}.",
    fields: [token],
  },
}

const SPLIT_FACTORY: Readonly<Record<string, Format>> = {
  createFeeSplit: {
    intent: 'Create a fee split',
    interpolatedIntent: 'Creates a contract that divides fees. No one can change it.',
    fields: [
      field('accounts.[]', 'Account', ACCOUNT_NAME),
      field('bps.[]', 'Share', { format: 'unit', params: { base: '%', decimals: 2 } }),
    ],
  },
}

const METADATA: Format = {
  intent: 'Set the content of a launch',
  interpolatedIntent: 'Sets the picture, description and links of {token} until {expiry}. It moves no funds.',
  fields: [token, text('contentHash', 'Hash of the content'), field('expiry', 'Until', DATE)],
}

export const DESCRIPTORS = ['launchpad', 'fee-split-factory', 'launch-metadata'] as const

type Deployment = { readonly chainId: number; readonly launch: LaunchContracts; readonly url: string }

/** The ERC-7730 descriptor of a launch contract, so that a hardware wallet shows the words of an explanation. */
export function descriptorOf(name: (typeof DESCRIPTORS)[number], { chainId, launch: contracts, url }: Deployment) {
  const { launchpad, feeSplitFactory } = contracts
  const at = (address: Address) => ({ deployments: [{ chainId, address }] })
  const described = (contractName: string) => ({ owner: 'Slipway', contractName, info: { url } })
  const common = { $schema: SCHEMA }
  if (name === 'launch-metadata')
    return {
      ...common,
      context: { eip712: { domain: { name: 'Slipway Launchpad', version: '1' }, ...at(launchpad) } },
      metadata: described('Launchpad'),
      display: { formats: { 'TokenMetadata(address token,bytes32 contentHash,uint256 expiry)': METADATA } },
    }
  const isFactory = name === 'fee-split-factory'
  return {
    ...common,
    context: { contract: at(isFactory ? feeSplitFactory : launchpad) },
    metadata: described(isFactory ? 'FeeSplitFactory' : 'Launchpad'),
    display: {
      formats: isFactory ? bySignature('feeSplitFactory', SPLIT_FACTORY) : bySignature('launchpad', LAUNCHPAD),
    },
  }
}

/** The formats under the signatures of the explanation's own interface; a function without words is an error. */
function bySignature(kind: 'launchpad' | 'feeSplitFactory', formats: Readonly<Record<string, Format>>) {
  const functions: readonly AbiFunction[] = ABIS[kind]
  const entries = functions.map((item) => {
    const format = formats[item.name]
    if (!format) throw new Error(`The function ${item.name} has no words for clear signing.`)
    return [`${item.name}(${item.inputs.map(signatureOf).join(', ')})`, format] as const
  })
  return Object.fromEntries(entries)
}

function signatureOf(parameter: AbiParameter): string {
  const { name, type } = parameter
  return 'components' in parameter ? `(${parameter.components.map(signatureOf).join(', ')}) ${name}` : `${type} ${name}`
}
