import type { Deployment } from '#chain/ChainFacts.ts'

/** By chain id. */
export const layerOnes: Record<number, Deployment> = {
  // Ethereum
  1: {
    v2: {
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
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
      poolManager: '0x000000000004444c5dc75cB358380D2e3dE08A90',
      positionManager: '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e',
      stateView: '0x7fFE42C4a5DEeA5b0feC41C94C136Cf115597227',
      quoter: '0x52F0E24D1c21C8A0cB1e5a5dD6198556BD9E1203',
      permissionedPositionManager: '0xD7BE746B6b29f6185A01013E944313E1704C971F',
    },
    universalRouter: { address: '0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA', version: '2.1' },
  },
  // BNB Smart Chain
  56: {
    v2: {
      factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
    v3: {
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      positionManager: '0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613',
      migrator: '0x32681814957e0C13117ddc0c2aba232b5c9e760f',
      quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
      tickLens: '0xD9270014D396281579760619CCf4c3af0501A47C',
      swapRouter02: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    },
    v4: {
      poolManager: '0x28e2Ea090877bF75740558f6BFB36A5ffeE9e9dF',
      positionManager: '0x7A4a5c919aE2541AeD11041A1AEeE68f1287f95b',
      stateView: '0xd13Dd3D6E93f276FAfc9Db9E6BB47C1180aeE0c4',
      quoter: '0x9F75dD27D6664c475B90e105573E550ff69437B0',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Polygon
  137: {
    v2: {
      factory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
      router: '0xedf6066a2b290C185783862C7F4776A2C8077AD1',
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
      poolManager: '0x67366782805870060151383F4BbFF9daB53e5cD6',
      positionManager: '0x1Ec2eBf4F37E7363FDfe3551602425af0B3ceef9',
      stateView: '0x5eA1bD7974c8A611cBAB0bDCAFcB1D9CC9b3BA5a',
      quoter: '0xb3d5c3Dfc3a7aEbFF71895A7191796BFFc2c81b9',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Monad
  143: {
    v2: {
      factory: '0x182a927119D56008d921126764bF884221b10f59',
      router: '0x4B2ab38DBF28D31D467aA8993f6c2585981D6804',
    },
    v3: {
      factory: '0x204FAca1764B154221e35c0d20aBb3c525710498',
      positionManager: '0x7197E214c0b767cFB76Fb734ab638E2c192F4E53',
      migrator: '0x7078c4537C04c2b2E52ddBa06074dBdACF23cA15',
      quoter: '0x661E93cca42AfacB172121EF892830cA3b70F08d',
      tickLens: '0xF025e0Fe9E331A0eF05c2ad3C4E9C64b625cda6f',
      swapRouter02: '0xfE31F71C1b106EAc32F1A19239c9a9A72ddfb900',
    },
    v4: {
      poolManager: '0x188d586Ddcf52439676Ca21A244753fA19F9Ea8e',
      positionManager: '0x5b7eC4a94fF9beDb700fb82aB09d5846972F4016',
      stateView: '0x77395F3b2E73aE90843717371294fa97cC419D64',
      quoter: '0xa222Dd357A9076d1091Ed6Aa2e16C9742dD26891',
    },
    universalRouter: { address: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7', version: '2.1' },
  },
  // Tempo
  4217: {
    v2: {
      factory: '0xf9EC577a4E45B5278BB7Cf60FCBc20c3acAef68f',
      router: '0x0FBac3c46F6F83B44C7fb4EA986d7309C701D73E',
    },
    v3: {
      factory: '0x24a3d4757E330890A8b8978028c9e58E04611fd6',
      positionManager: '0xb71C33f096CEabDC0229110e0d76a6382d01C633',
      migrator: '0x2352328bd3313549d6d908646C82c2b7136901a9',
      quoter: '0x53Ab5D7A69Db158F621B43eE70423dA1e1403C2A',
      tickLens: '0x95CB27f323A03B03528096A527eE75704DB28ef5',
      swapRouter02: '0x7e9D53081e961201837336BcD81f52aE92691a8f',
    },
    v4: {
      poolManager: '0x33620f62C5b9B2086dD6b62F4A297A9f30347029',
      positionManager: '0x3Fc79444F8EACc1894775493Ff3Fa41f1e35Ce11',
      stateView: '0x21B954fBa3F5ddEbe77Ef2D47A3100c066908B2A',
      quoter: '0x20E6487C371a2086F841eF453F85378223DF4f4E',
    },
    universalRouter: { address: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7', version: '2.1' },
  },
  // Arc
  5042: {
    v2: {
      factory: '0x89e5DB8B5aA49aA85AC63f691524311AEB649eba',
      router: '0x1f7d7550B1b028f7571E69A784071F0205FD2EfA',
    },
    v3: {
      factory: '0xf0db7b58379503491d857dB50AC9ece64c653918',
      positionManager: '0x39654A85A4C05127f5Fd6ED22CAeC077A0fB1377',
      quoter: '0x7DfD4F31be6814D2906BDE155c3e1B146EAc1468',
      tickLens: '0x9EB8600665b55d10C1eB2316Ca5127A9cA6E2E76',
      swapRouter02: '0x53BF6B0684Ec7eF91e1387Da3D1a1769bC5A6F77',
    },
    v4: {
      poolManager: '0x8366a39CC670B4001A1121B8F6A443A643e40951',
      positionManager: '0x6049c9a0e26405C0985f9E3685C87d0aE917f82B',
      stateView: '0xF3334192D15450CdD385c8B70e03f9A6bD9E673b',
      quoter: '0x8Dc178eFB8111BB0973Dd9d722ebeFF267c98F94',
    },
    universalRouter: { address: '0x4fcA4a51Ab4F23A7447b3284fBd7D73289A89Fb1', version: '2.1' },
  },
  // Avalanche
  43114: {
    v2: {
      factory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
    v3: {
      factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
      positionManager: '0x655C406EBFa14EE2006250925e54ec43AD184f8B',
      migrator: '0x44f5f1f5E452ea8d29C890E8F6e893fC0f1f0f97',
      quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
      tickLens: '0xEB9fFC8bf81b4fFd11fb6A63a6B0f098c6e21950',
      swapRouter02: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
    },
    v4: {
      poolManager: '0x06380C0e0912312B5150364B9DC4542BA0DbBc85',
      positionManager: '0xB74b1F14d2754AcfcbBe1a221023a5cf50Ab8ACD',
      stateView: '0xc3c9e198C735a4b97e3e683f391cCBDD60B69286',
      quoter: '0xbE40675BB704506a3c2Ccfb762DCFd1e979845C2',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
}
