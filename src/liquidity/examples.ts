import type { Example } from '#core/Operation.ts'

/** Example requests; wallets and positions are invented, pools and tokens are those of Base. */

const walletAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ETH = '0x0000000000000000000000000000000000000000'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const pool = '0x96d4b53a38337a5733179751781178a2613306063c511b78cd02684739288c0a'
const pair = { token0Address: ETH, token1Address: USDC }
const usdc = { tokenAddress: USDC, amount: '3000000' }
const position = { walletAddress, chainId: 8453, protocol: 'V4', ...pair, nftTokenId: '1833079' }

export const examples = {
  checkApproval: [
    {
      summary: 'Approvals that a wallet needs before it creates a v4 position with native ETH',
      request: {
        walletAddress,
        protocol: 'V4',
        chainId: 8453,
        lpTokens: [{ tokenAddress: ETH, amount: '1000000000000000' }, usdc],
        action: 'CREATE',
      },
    },
  ],
  create: [
    {
      summary: 'A v4 position between two prices in USDC per ETH, as ratios of smallest units',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V4',
        existingPool: { ...pair, poolReference: pool },
        independentToken: usdc,
        priceBounds: { minPrice: '0.0000000023', maxPrice: '0.0000000025', quotedTokenAddress: USDC },
        simulateTransaction: true,
        includeApprovalSimulation: true,
      },
    },
    {
      summary: 'A v4 position between two ticks, with the tolerance that the native balance allows',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V4',
        existingPool: { ...pair, poolReference: pool },
        independentToken: usdc,
        tickBounds: { tickLower: -198950, tickUpper: -198200 },
        nativeTokenBalance: '19345734941139696',
      },
    },
  ],
  createClassic: [
    {
      summary: 'Add liquidity to the v2 pair of ETH and USDC',
      request: { walletAddress, poolParameters: { ...pair, chainId: 8453 }, independentToken: usdc },
    },
  ],
  increase: [{ summary: 'Add to a v4 position', request: { ...position, independentToken: usdc } }],
  decrease: [
    { summary: 'Remove a quarter of a v4 position', request: { ...position, liquidityPercentageToDecrease: 25 } },
  ],
  claimFees: [
    {
      summary: 'Collect the fees of a v4 position',
      request: { walletAddress, chainId: 8453, protocol: 'V4', tokenId: '1833079' },
    },
  ],
  claimMany: [
    {
      summary: 'Collect the fees of three positions, of which one that cannot be collected is left out',
      request: {
        walletAddress,
        chainId: 8453,
        positions: [
          { protocol: 'V4', tokenId: '1833079' },
          { protocol: 'V4', tokenId: '1833080' },
          { protocol: 'V3', tokenId: '3120411' },
        ],
      },
    },
    {
      summary: 'Turn the fees of two v3 positions into one token of their pools',
      request: {
        walletAddress,
        chainId: 8453,
        positions: [
          { protocol: 'V3', tokenId: '3120411' },
          { protocol: 'V3', tokenId: '3120412' },
        ],
        tokenOutAddress: USDC,
      },
    },
  ],
  compound: [
    {
      summary: 'Add the fees of a v4 position to its liquidity',
      request: { walletAddress, chainId: 8453, protocol: 'V4', tokenId: '1833079' },
    },
  ],
  rerange: [
    {
      summary: 'Move a v4 position to another range, without a swap',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V4',
        tokenId: '1833079',
        tickBounds: { tickLower: -199950, tickUpper: -197200 },
      },
    },
  ],
  zapIn: [
    {
      summary: 'A v4 position from USDC alone: a part of it is swapped in the same pool',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V4',
        existingPool: { ...pair, poolReference: pool },
        independentToken: usdc,
        tickBounds: { tickLower: -199950, tickUpper: -197200 },
      },
    },
    {
      summary: 'More of a v4 position from USDC and ETH in any ratio, in two transactions',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V4',
        tokenId: '1833079',
        independentToken: usdc,
        dependentToken: { tokenAddress: ETH, amount: '1000000000000000' },
      },
    },
    {
      summary: 'v2 liquidity of ETH and USDC from USDC alone, in two transactions',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V2',
        existingPool: {
          token0Address: '0x4200000000000000000000000000000000000006',
          token1Address: USDC,
          poolReference: '0x88A43bbDF9D098eEC7bCEda4e2494615dfD9bB9C',
        },
        independentToken: usdc,
      },
    },
  ],
  zapOut: [
    {
      summary: 'A whole v3 position as native ETH: its USDC is swapped in the same pool',
      request: { walletAddress, chainId: 8453, protocol: 'V3', tokenId: '3120411', tokenOutAddress: ETH },
    },
    {
      summary: 'The fees of a v3 position as USDC alone',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V3',
        tokenId: '3120411',
        tokenOutAddress: USDC,
        liquidityPercentageToDecrease: 0,
      },
    },
    {
      summary: 'Half of the v2 liquidity of ETH and USDC as USDC, in two transactions',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V2',
        ...pair,
        tokenOutAddress: USDC,
        liquidityPercentageToDecrease: 50,
      },
    },
  ],
  migrate: [
    {
      summary: 'The v2 liquidity of ETH and USDC as a v4 position with native ETH, in two transactions',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V2',
        ...pair,
        targetProtocol: 'V4',
        existingPool: { ...pair, poolReference: pool },
        tickBounds: { tickLower: -199950, tickUpper: -197200 },
      },
    },
    {
      summary: 'Half of a v4 position in a new pool, which the same transaction opens',
      request: {
        walletAddress,
        chainId: 8453,
        protocol: 'V4',
        tokenId: '1833079',
        liquidityPercentageToDecrease: 50,
        targetProtocol: 'V4',
        newPool: { ...pair, fee: 700, tickSpacing: 10, initialPrice: '3961408125713216879677197' },
        tickBounds: { tickLower: -199950, tickUpper: -197200 },
      },
    },
  ],
  poolInfo: [
    {
      summary: 'The v4 pools of ETH and USDC',
      request: { protocol: 'V4', chainId: 8453, poolParameters: { tokenAddressA: ETH, tokenAddressB: USDC } },
    },
    {
      summary: 'Pools by their references',
      request: { protocol: 'V4', poolReferences: [{ protocol: 'V4', chainId: 8453, referenceIdentifier: pool }] },
    },
  ],
} as const satisfies Record<string, readonly Example[]>
