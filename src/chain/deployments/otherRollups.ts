import type { Deployment } from '#chain/ChainFacts.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'

/** By chain id. */
export const otherRollups: Record<number, Deployment> = {
  // ZKsync Era
  324: {
    v3: {
      factory: '0x8FdA5a7a8dCA67BBcDd10F02Fa0649A937215422',
      positionManager: '0x0616e5762c1E7Dc3723c50663dF10a162D690a86',
      migrator: '0x611841b24E43C4ACfd290B427a3D6cf1A59dac8E',
      quoter: '0x8Cb537fc92E26d8EBBb760E632c95484b6Ea3e28',
      tickLens: '0xe10FF11b809f8EE07b056B452c3B2caa7FE24f89',
      swapRouter02: '0x99c56385daBCE3E81d8499d0b8d0257aBC07E8A3',
    },
    universalRouter: { address: '0x28731BCC616B5f51dD52CF2e4dF0E78dD1136C06', version: '1.2' },
  },
  // Robinhood Chain
  [LAUNCH_CHAIN_ID]: {
    v2: {
      factory: '0x8bcEaA40B9AcdfAedF85AdF4FF01F5Ad6517937f',
      router: '0x89e5DB8B5aA49aA85AC63f691524311AEB649eba',
    },
    v3: {
      factory: '0x1f7d7550B1b028f7571E69A784071F0205FD2EfA',
      positionManager: '0x73991a25C818Bf1f1128dEAaB1492D45638DE0D3',
      quoter: '0x33e885eD0Ec9bF04EcfB19341582aADCb4c8A9E7',
      tickLens: '0x7DfD4F31be6814D2906BDE155c3e1B146EAc1468',
      swapRouter02: '0xCaf681a66D020601342297493863E78C959E5cb2',
    },
    v4: {
      poolManager: '0x8366a39CC670B4001A1121B8F6A443A643e40951',
      positionManager: '0x58daec3116aae6D93017bAAea7749052E8a04fA7',
      stateView: '0xF3334192D15450CdD385c8B70e03f9A6bD9E673b',
      quoter: '0x8Dc178eFB8111BB0973Dd9d722ebeFF267c98F94',
    },
    universalRouter: { address: '0x8876789976dEcBfCbBbe364623C63652db8C0904', version: '2.1' },
  },
  // Arbitrum One
  42161: {
    v2: {
      factory: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
    v3: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      migrator: '0xA5644E29708357803b5A882D272c41cC0dF92B34',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      tickLens: '0xbfd8137f7d1516D3ea5cA83523914859ec47F573',
      swapRouter02: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    },
    v4: {
      poolManager: '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32',
      positionManager: '0xd88F38F930b7952f2DB2432Cb002E7abbF3dD869',
      stateView: '0x76Fd297e2D437cd7f76d50F01AfE6160f86e9990',
      quoter: '0x3972C00f7ed4885e145823eb7C655375d275A1C5',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Linea
  59144: {
    v2: {
      factory: '0x114A43DF6C5f54EBB8A9d70Cd1951D3dD68004c7',
      router: '0x8702463e73f74d0b6765aBceb314Ef07aCb92650',
    },
    v3: {
      factory: '0x31FAfd4889FA1269F7a13A66eE0fB458f27D72A9',
      positionManager: '0x4615C383F85D0a2BbED973d83ccecf5CB7121463',
      migrator: '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1',
      quoter: '0x42bE4D6527829FeFA1493e1fb9F3676d2425C3C1',
      tickLens: '0x3334d83e224aF5ef9C2E7DDA7c7C98Efd9621fA9',
      swapRouter02: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
    },
    v4: {
      poolManager: '0x248083Fb965359d82b06C1F5322480Dcfc1AD857',
      positionManager: '0xdDCAD5775B2816a87495f207731b3571D7EE3c76',
      stateView: '0xE861de206E460A8b936b05ad3816520B58ccDf9b',
      quoter: '0x2C125569C0BeE20A66E33E5491C552B37EBD9934',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
}
