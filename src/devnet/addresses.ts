import type { Address } from 'viem'

/** The last account of the test mnemonic: deploys, seeds, and owns the contracts. */
export const OPERATOR: Address = '0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199'
/** Pays the faucet's grants. */
export const FAUCET: Address = '0xdD2FD4581271e230360230F9337D5c0430Bf44C0'
/** Receives the launch contract's share of fees. */
export const TREASURY: Address = '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E'

// The same on every chain.
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
export const PERMIT2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

// Deployed through the CREATE2 deployer: only this code can exist at these addresses, also on the real chain 4663.
// Every start compares them with the installed packages and lists those that moved.
export const WETH: Address = '0x29F9484Dd5B678b8d44BA88ea6BDD86895a1586f'
export const V2_FACTORY: Address = '0xC5AaB9e3c9d56d9E9BeD0f701F6e6d88B3b1D9A3'
export const V2_ROUTER: Address = '0x941Cbd691150c58477f4EeFF7B8c0aa38E579fc5'
export const V3_FACTORY: Address = '0x9f8f7af185C2B6018EE30d8664C51d68Bf682191'
export const V3_NFT_DESCRIPTOR: Address = '0x4019f55383636533edb6d78CF4523d5f86BeB434'
export const V3_POSITION_DESCRIPTOR: Address = '0x5bBce3d91e329163B4F0459Cb0864C89d963018d'
export const V3_POSITION_MANAGER: Address = '0x7E9af251C87E3fd5584b3d58eB3aE22995268aaB'
export const V3_MIGRATOR: Address = '0xE7731781b81d36ecD01fA01e923FCCf45959d260'
export const V3_SWAP_ROUTER: Address = '0x28e743468577e102aE146219F13164540999e5a4'
export const V3_QUOTER: Address = '0xB20c75FC14754dBB2771B2079994da00a41b347a'
export const V3_TICK_LENS: Address = '0x391d012638393b83eDCFA5cF37a077140E64c31F'
export const POOL_MANAGER: Address = '0xFD7f84a07acFab58CB633c4A66044F20d37881D0'
export const POSITION_DESCRIPTOR: Address = '0xCDb6Fab52523cc17f9011378BfA305210304d76a'
export const POSITION_MANAGER: Address = '0xb1a8488B0b02992A96DE5A0ee1653aC217C17F6a'
export const PERMISSIONED_POSITION_MANAGER: Address = '0xE4a5D4d5A815b9B1661E487B424fbE79AA654668'
export const STATE_VIEW: Address = '0x5cC4D136c226df67Cecd51150FD7Ddc71aaBFE2c'
export const QUOTER: Address = '0x1B9C97082C9ee51F814b5eEB2FD663F54f52ca4F'
export const UNIVERSAL_ROUTER: Address = '0x6FedD78A44f366551f8CD47c71a5403Ae42f822d'

// Tokens, and the factory of permissions for the permissioned one.
export const MOON: Address = '0xbCef8a534c3e8C60ab8Db28C348D402AC5e108F6'
export const DUSD: Address = '0x73D6a4a4100bc652F2C678F4da17131C38AEB4Dc'
export const BURN: Address = '0xaBc4eF6fF057F49A3b31A66A2a0a01B23cBF1a7C'
export const USDX: Address = '0xE989121717F750d5Cd67d6e858C334134Ea9D600'
export const KYC: Address = '0x7A9bC37A6bCeeAD3934Fd181a4757Bb978d1A121'
export const PERMISSIONS_ADAPTER_FACTORY: Address = '0xDcf5377aD67CD03A1798e692D640cF11AcB0673A'

// Hooks: the last 14 bits are their permissions.
export const DYNAMIC_FEE_HOOK: Address = '0xb63226eC16f4AD3A0e17E8dEF8D04f448afe5080'
export const FEE_TAKING_HOOK: Address = '0xC830ad311207205a1Bf1654165047aD0C0Be4547'
export const PERMISSIONED_HOOK: Address = '0x3a0Dec09b38921A9CdC8927d6D43F82DD7F80800'

/** Reports a test price of ETH in dollars. */
export const ETH_USD_FEED: Address = '0xdFf86c1ec33aBdDE0C9d539AdD5054dF338d3c20'
