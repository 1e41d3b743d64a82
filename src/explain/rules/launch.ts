import { type Address, zeroAddress } from 'viem'
import type { Arguments } from './DecodedCall.ts'
import type { Effects, Rule, Scene, Warning } from './Effects.ts'
import { accountOf, amountOf, deadlineWarnings, recipientWarnings, tokenOf } from './words.ts'

type Options = {
  metadataURI: string
  referrer: Address
  feeHolder: Address
  openingSeconds: number
  lockDays: number
}

const token = (args: Arguments) => args['token'] as Address

function buying(scene: Scene, args: Arguments, recipient: Address | undefined): Partial<Effects> {
  const atLeast = args['minTokensOut'] as bigint
  return {
    receive: [{ token: token(args), atLeast, recipient }],
    sentences: [
      `Buys at least ${amountOf(scene, token(args), atLeast)} on its curve for ${amountOf(scene, zeroAddress, scene.value)}.`,
    ],
    warnings: noMinimum(atLeast),
  }
}

function selling(scene: Scene, args: Arguments, recipient: Address | undefined): Partial<Effects> {
  const [amount, atLeast] = [args['tokenAmount'], args['minEthOut']] as [bigint, bigint]
  return {
    pay: [{ token: token(args), atMost: amount }],
    receive: [{ token: zeroAddress, atLeast, recipient }],
    sentences: [
      `Sells ${amountOf(scene, token(args), amount)} on its curve for at least ${amountOf(scene, zeroAddress, atLeast)}.`,
    ],
    warnings: noMinimum(atLeast),
  }
}

function noMinimum(atLeast: bigint): Warning[] {
  if (atLeast > 0n) return []
  return [{ code: 'NO_MINIMUM', message: 'The trade has no minimum: it may return next to nothing.' }]
}

function toOther(scene: Scene, { recipient, deadline }: Arguments): Warning[] {
  return [...deadlineWarnings(scene, deadline as bigint), ...recipientWarnings(scene, recipient as Address)]
}

function launching(scene: Scene, args: Arguments, options?: Options): string[] {
  const texts = [`Launches a token named ${quoted(args['name'])} with the symbol ${quoted(args['symbol'])}.`]
  if (scene.value > 0n)
    texts.push(`Buys at least ${args['minTokensOut']} units of it for ${amountOf(scene, zeroAddress, scene.value)}.`)
  if (!options) return texts
  const { feeHolder, openingSeconds, lockDays, metadataURI, referrer } = options
  if (feeHolder !== zeroAddress) texts.push(`${accountOf(scene, feeHolder)} holds the right to the creator's fees.`)
  if (openingSeconds > 0) texts.push(`Buys in the first ${openingSeconds} seconds pay a surcharge.`)
  if (lockDays > 0) texts.push(`The first buy is locked and released over ${lockDays} days.`)
  if (metadataURI !== '') texts.push(`Its metadata URI is ${quoted(metadataURI)}.`)
  if (referrer !== zeroAddress) texts.push(`Its referrer is ${referrer}.`)
  return texts
}

function quoted(text: unknown): string {
  return JSON.stringify(text)
}

const about = (words: (name: string, args: Arguments, scene: Scene) => string): Rule => {
  return (args, scene) => ({ sentences: [words(tokenOf(scene, token(args)), args, scene)] })
}

/** The rules of the launch contract. */
export const launchRules: Record<string, Rule> = {
  createToken: (args, scene) => ({ sentences: launching(scene, args) }),
  createTokenWithOptions(args, scene) {
    const options = args['options'] as Options
    const { feeHolder } = options
    return {
      sentences: launching(scene, args, options),
      warnings: feeHolder === zeroAddress ? [] : recipientWarnings(scene, feeHolder),
    }
  },
  buy: (args, scene) => buying(scene, args, scene.signer),
  buyFor(args, scene) {
    const effects = buying(scene, args, args['recipient'] as Address)
    return { ...effects, warnings: [...(effects.warnings ?? []), ...toOther(scene, args)] }
  },
  sell: (args, scene) => selling(scene, args, scene.signer),
  sellFor(args, scene) {
    const effects = selling(scene, args, args['recipient'] as Address)
    return { ...effects, warnings: [...(effects.warnings ?? []), ...toOther(scene, args)] }
  },
  claimCreatorFees(args, scene) {
    const recipient = args['recipient'] as Address
    return {
      sentences: [`Claims the creator's fees of ${tokenOf(scene, token(args))} for ${accountOf(scene, recipient)}.`],
      warnings: recipientWarnings(scene, recipient),
    }
  },
  claimTreasuryFees: () => ({ sentences: ['Pays the treasury its share of the fees.'] }),
  collectPoolFees: about((name) => `Collects the pool fees of ${name} into the launch contract.`),
  releaseLock: about(
    (name) => `Releases the unlocked tokens of the first buy of ${name} to the holder of the creator's right.`,
  ),
  transferCreator: about(
    (name, { newCreator }, scene) =>
      `Offers the creator's right of ${name}, with all unclaimed fees, to ${accountOf(scene, newCreator as Address)}.`,
  ),
  acceptCreator: about((name) => `Accepts the creator's right of ${name}.`),
}

/** The rules of fee splits and their factory. */
export const splitRules: Record<string, Rule> = {
  createFeeSplit({ accounts, bps }, scene) {
    const shares = (accounts as Address[]).map((account, index) => {
      return `${Number((bps as number[])[index]) / 100}% to ${accountOf(scene, account)}`
    })
    return { sentences: [`Creates a contract that divides fees: ${shares.join(', ')}. No one can change it.`] }
  },
  acceptCreator: about((name) => `Makes the fee split accept the creator's right of ${name}.`),
  claim: about((name) => `Makes the fee split claim the fees of ${name} and pay each account its share.`),
  divideEth: () => ({ sentences: ['Makes the fee split divide the ETH it holds.'] }),
  divideTokens: about((name) => `Makes the fee split divide the ${name} it holds.`),
  withdraw: ({ account, recipient }, scene) => ({
    sentences: [
      `Pays the ETH that the fee split owes ${accountOf(scene, account as Address)} to ${accountOf(scene, recipient as Address)}.`,
    ],
    warnings: recipientWarnings(scene, recipient as Address),
  }),
}
