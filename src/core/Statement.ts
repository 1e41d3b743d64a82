import type { Address, Hex } from 'viem'

/** A right that the signer gives away. */
export type Grant = {
  readonly token: Address
  readonly spender: Address
  /** Undefined for a position. */
  readonly amount?: bigint | undefined
  readonly tokenId?: bigint | undefined
  /** In seconds; undefined if it does not expire. */
  readonly until?: bigint | undefined
}

/** The claims that a builder makes about a transaction or a message. */
export type Stated = {
  /** The maximum that leaves the signer and the minimum that is paid out, if the contracts enforce them. */
  readonly limits?: {
    readonly pay: readonly { readonly token: Address; readonly atMost: bigint }[]
    readonly receive: readonly { readonly token: Address; readonly atLeast: bigint }[]
  }
  /** The account that receives, if it is not the signer. */
  readonly recipient?: Address | undefined
  /** Instead of `recipient`: the accounts that the calls of a batch may pay, the signer included. */
  readonly recipients?: readonly Address[] | undefined
  readonly approvals?: readonly Grant[] | undefined
  /** The name of the function that is called. */
  readonly call?: string | undefined
  /** Arguments by name that the calldata or the message must hold; those that are undefined are not compared. */
  readonly terms?: Readonly<Record<string, unknown>> | undefined
}

/** The tokens of a pool in its order, and the address of a v2 pair's own token. */
export type PoolFacts = { readonly tokens: readonly [Address, Address]; readonly shares?: Address | undefined }

/** A transaction of an answer, with the claims of its builder. */
export type BuiltTransaction = {
  readonly chainId: number
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  readonly stated: Stated
  /** The facts that the builder read about its pool, so that the second reading needs no further round trip. */
  readonly pool?: PoolFacts | undefined
  /** The block that its figures come from. */
  readonly blockNumber?: bigint | undefined
}

/** The calls of a batch in order, with the claims about each, and limits of the whole. */
export type BuiltCalls = {
  readonly chainId: number
  readonly from: Address
  readonly calls: readonly BuiltTransaction[]
  readonly limits: NonNullable<Stated['limits']>
  readonly blockNumber?: bigint | undefined
}

/** Typed data of an answer, as a wallet signs it. */
export type BuiltMessage = {
  readonly chainId: number
  readonly from: Address
  readonly typedData: {
    readonly domain: Readonly<Record<string, unknown>>
    readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
    readonly primaryType: string
    readonly message: Readonly<Record<string, unknown>>
  }
  readonly stated: Stated
}

/** Signs a statement about an answer, and only if a second reading agrees with its builder; throws if not. */
export type Attest = {
  transaction(built: BuiltTransaction): Promise<string>
  message(built: BuiltMessage): Promise<string>
}

/** The same about the calls of a batch as a whole. */
export type BatchAttest = Attest & { calls(built: BuiltCalls): Promise<string> }
