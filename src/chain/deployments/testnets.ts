import type { Deployment } from '#chain/ChainFacts.ts'

/** By chain id. */
export const testnets: Record<number, Deployment> = {
  // Unichain Sepolia
  1301: {
    v2: {
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x920b806E40A00E02E7D2b94fFc89860fDaEd3640',
    },
    v3: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      positionManager: '0xB7F724d6dDDFd008eFf5cc2834edDE5F9eF0d075',
      migrator: '0xb5FA244C9d6D04B2FBac84418b3c4910ED1Ae5f2',
      quoter: '0x6Dd37329A1A225a6Fca658265D460423DCafBF89',
      tickLens: '0x5f739c790a48E97eec0efb81bab5D152c0A0ecA0',
      swapRouter02: '0xd1AAE39293221B77B0C71fBD6dCb7Ea29Bb5B166',
    },
    v4: {
      poolManager: '0x00B036B58a818B1BC34d502D3fE730Db729e62AC',
      positionManager: '0xf969Aee60879C54bAAed9F3eD26147Db216Fd664',
      stateView: '0xc199F1072a74D4e905ABa1A84d9a45E2546B6222',
      quoter: '0x56DCD40A3F2d466F48e7F48bDBE5Cc9B92Ae4472',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Monad Testnet
  10143: {
    v2: {
      factory: '0x733E88f248b742db6C14C0b1713Af5AD7fDd59D0',
      router: '0xfB8e1C3b833f9E67a71C859a132cf783b645e436',
    },
    v3: {
      factory: '0x961235a9020B05C44DF1026D956D1F4D78014276',
      positionManager: '0x3dCc735C74F10FE2B9db2BB55C40fbBbf24490f7',
      migrator: '0x0A78348b71f8AE8Caff2F8F9d4d74A2f36516661',
      quoter: '0x1b4E313fEF15630AF3e6F2dE550Dbf4cC9D3081d',
      tickLens: '0x337478Eb6058455ecb3696184B30dd6A29E3a893',
      swapRouter02: '0x4c4eABd5Fb1D1A7234A48692551eAECFF8194CA7',
    },
    universalRouter: { address: '0x3aE6D8A282D67893e17AA70ebFFb33EE5aa65893', version: '2.0' },
  },
  // Base Sepolia
  84532: {
    v2: {
      factory: '0x7Ae58f10f7849cA6F5fB71b7f45CB416c9204b1e',
      router: '0x1689E7B1F10000AE47eBfE339a4f69dECd19F602',
    },
    v3: {
      factory: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
      positionManager: '0x27F971cb582BF9E50F397e4d29a5C7A34f11faA2',
      migrator: '0xCbf8b7f80800bd4888Fbc7bf1713B80FE4E23E10',
      quoter: '0xC5290058841028F1614F3A6F0F5816cAd0df5E27',
      tickLens: '0xedf6066a2b290C185783862C7F4776A2C8077AD1',
      swapRouter02: '0x94cC0AaC535CCDB3C01d6787D6413C739ae12bc4',
    },
    v4: {
      poolManager: '0x05E73354cFDd6745C338b50BcFDfA3Aa6fA03408',
      positionManager: '0x4B2C77d209D3405F41a037Ec6c77F7F5b8e2ca80',
      stateView: '0x571291b572ed32ce6751a2Cb2486EbEe8DEfB9B4',
      quoter: '0x4A6513c898fe1B2d0E78d3b0e0A4a151589B1cBa',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Sepolia
  11155111: {
    v2: {
      factory: '0xF62c03E08ada871A0bEb309762E260a7a6a880E6',
      router: '0xeE567Fe1712Faf6149d80dA1E6934E354124CfE3',
    },
    v3: {
      factory: '0x0227628f3F023bb0B980b67D528571c95c6DaC1c',
      positionManager: '0x1238536071E1c677A632429e3655c799b22cDA52',
      migrator: '0x729004182cF005CEC8Bd85df140094b6aCbe8b15',
      quoter: '0xEd1f6473345F45b75F8179591dd5bA1888cf2FB3',
      tickLens: '0x0b343475d44EC2b4b8243EBF81dc888BF0A14b36',
      swapRouter02: '0x3bFA4769FB09eefC5a80d6E87c3B9C650f7Ae48E',
    },
    v4: {
      poolManager: '0xE03A1074c86CFeDd5C142C4F04F1a1536e203543',
      positionManager: '0x429ba70129df741B2Ca2a85BC3A2a3328e5c09b4',
      stateView: '0xE1Dd9c3fA50EDB962E442f60DfBc432e24537E4C',
      quoter: '0x61B3f2011A92d183C7dbaDBdA940a7555Ccf9227',
      permissionedPositionManager: '0x864C37908Aa5e10b100CaCEe1c62E3954d76f5E1',
    },
    universalRouter: { address: '0x7DfD4F31be6814D2906BDE155c3e1B146EAc1468', version: '2.1' },
  },
}
