import type { Deployment } from '#chain/ChainFacts.ts'

/** By chain id. */
export const opStack: Record<number, Deployment> = {
  // OP Mainnet
  10: {
    v2: {
      factory: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf',
      router: '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2',
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
      poolManager: '0x9a13F98Cb987694C9F086b1F5eB990EeA8264Ec3',
      positionManager: '0x3C3Ea4B57a46241e54610e5f022E5c45859A1017',
      stateView: '0xc18a3169788F4F75A170290584ECA6395C75Ecdb',
      quoter: '0x1f3131A13296FB91C90870043742C3CDBFF1A8d7',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Unichain
  130: {
    v2: {
      factory: '0x1F98400000000000000000000000000000000002',
      router: '0x284F11109359a7e1306C3e447ef14D38400063FF',
    },
    v3: {
      factory: '0x1F98400000000000000000000000000000000003',
      positionManager: '0x943e6e07a7E8E791dAFC44083e54041D743C46E9',
      migrator: '0xB9d0c246f306B1aaF02ae6Ba112D5Ef25e5B60Dc',
      quoter: '0x385A5cf5F83e99f7BB2852b6A19C3538b9FA7658',
      tickLens: '0xD5D76fa166AB8d8AD4C9f61AaA81457b66cBE443',
      swapRouter02: '0x73855d06DE49d0fe4A9c42636Ba96c62da12FF9C',
    },
    v4: {
      poolManager: '0x1F98400000000000000000000000000000000004',
      positionManager: '0x4529A01c7A0410167c5740C487A8DE60232617bf',
      stateView: '0x86e8631A016F9068C3f085fAF484Ee3F5fDee8f2',
      quoter: '0x333E3C607B141b18fF6de9f258db6e77fE7491E0',
    },
    universalRouter: { address: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7', version: '2.1' },
  },
  // X Layer
  196: {
    v2: {
      factory: '0xDf38F24fE153761634Be942F9d859f3DBA857E95',
      router: '0x182a927119D56008d921126764bF884221b10f59',
    },
    v3: {
      factory: '0x4B2ab38DBF28D31D467aA8993f6c2585981D6804',
      positionManager: '0x315e413A11AB0df498eF83873012430ca36638Ae',
      migrator: '0x7197E214c0b767cFB76Fb734ab638E2c192F4E53',
      quoter: '0xD1b797D92d87B688193A2B976eFc8D577D204343',
      tickLens: '0x661E93cca42AfacB172121EF892830cA3b70F08d',
      swapRouter02: '0x4f0C28f5926AFDA16bf2506D5D9e57Ea190f9bcA',
    },
    v4: {
      poolManager: '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32',
      positionManager: '0xcF1EAFC6928dC385A342E7C6491d371d2871458b',
      stateView: '0x76Fd297e2D437cd7f76d50F01AfE6160f86e9990',
      quoter: '0x8928074CA1b241D8Ec02815881c1Af11E8bC5219',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // World Chain
  480: {
    v2: {
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x541aB7c31A119441eF3575F6973277DE0eF460bd',
    },
    v3: {
      factory: '0x7a5028BDa40e7B173C278C5342087826455ea25a',
      positionManager: '0xec12a9F9a09f50550686363766Cc153D03c27b5e',
      migrator: '0x9EBDdCBa71C9027E1eB45135672a30bcFEec9de3',
      quoter: '0x10158D43e6cc414deE1Bd1eB0EfC6a5cBCfF244c',
      tickLens: '0xE61df0CaC9d85876aCE5E3037005D80943570623',
      swapRouter02: '0x091AD9e2e6e5eD44c1c66dB50e49A601F9f36cF6',
    },
    v4: {
      poolManager: '0xb1860D529182ac3BC1F51Fa2ABd56662b7D13f33',
      positionManager: '0xC585E0f504613b5fBf874F21Af14c65260fB41fA',
      stateView: '0x51D394718bc09297262e368c1A481217FdEB71eb',
      quoter: '0x55d235b3fF2DaF7c3ede0defC9521f1d6Fe6c5c0',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Soneium
  1868: {
    v2: {
      factory: '0x97FeBbC2AdBD5644ba22736E962564B23F5828CE',
      router: '0x273F68c234fA55b550b40E563c4a488e0D334320',
    },
    v3: {
      factory: '0x42aE7Ec7ff020412639d443E245D936429Fbe717',
      positionManager: '0x56C1205B0244332011C1E866F4eA5384EB6Bfa2c',
      migrator: '0xa107580F73BD797Bd8b87Ff24e98346D99F93DdB',
      quoter: '0x3E6C707d0125226ff60F291b6Bd1404634F00AbA',
      tickLens: '0xCD08eeFb928c86499E6235ac155906bb7C4dC41A',
      swapRouter02: '0x7E40dB01736f88464e5f4E42394F3d5bbb6705B9',
    },
    v4: {
      poolManager: '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32',
      positionManager: '0x1b35d13a2E2528f192637F14B05f0Dc0e7dEB566',
      stateView: '0x76Fd297e2D437cd7f76d50F01AfE6160f86e9990',
      quoter: '0x3972C00f7ed4885e145823eb7C655375d275A1C5',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // MegaETH
  4326: {
    v2: {
      factory: '0xbf56488c857A881ae7e3BED27Cf99c10A7Ab7e50',
      router: '0xb73055db2B3A3EaE87a331DD88e4a80b43602690',
    },
    v3: {
      factory: '0x3a5F0CD7d62452b7f899B2A5758BFa57be0dE478',
      positionManager: '0xCDc86e98184e96436F733a8Bf31BD4F0214E6D7d',
      migrator: '0xEd30F6c25fE915dC710F168fA3ab66199ee84454',
      quoter: '0x31DB60C6a4C71909674094b404597762DF424AE7',
      tickLens: '0xe7A2d824722AdDCb21E7a203Ae7B372bF3a29eC5',
      swapRouter02: '0x48020De9208baFC183F5CAd5118FFbe8f0F913F5',
    },
    v4: {
      poolManager: '0xaCB7e78fa05D562e0A5D3089ec896D57D057d38E',
      positionManager: '0x9AE0921E981AAa7308f176F8d4F9129b9247C89D',
      stateView: '0x726f84e1DFb8d375a365e0808282f40D52D3E4e8',
      quoter: '0x94bDC671f0c35F44a1DaA53143fd1f868D1623b9',
    },
    universalRouter: { address: '0x47837eB80DB5908EabbA9105626D9B348bea7B02', version: '2.1' },
  },
  // Base
  8453: {
    v2: {
      factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
    v3: {
      factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      positionManager: '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1',
      migrator: '0x23cF10b1ee3AdfCA73B0eF17C07F7577e7ACd2d7',
      quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      tickLens: '0x0CdeE061c75D43c82520eD998C23ac2991c9ac6d',
      swapRouter02: '0x2626664c2603336E57B271c5C0b26F421741e481',
    },
    v4: {
      poolManager: '0x498581fF718922c3f8e6A244956aF099B2652b2b',
      positionManager: '0x7C5f5A4bBd8fD63184577525326123B519429bDc',
      stateView: '0xA3c0c9b65baD0b08107Aa264b0f3dB444b867A71',
      quoter: '0x0d5e0F971ED27FBfF6c2837bf31316121532048D',
      permissionedPositionManager: '0xC09255D86DB563cBc11C2fCf4a0C512e160111B4',
    },
    universalRouter: { address: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7', version: '2.1' },
  },
  // Celo
  42220: {
    v2: {
      factory: '0x79a530c8e2fA8748B7B40dd3629C0520c2cCf03f',
    },
    v3: {
      factory: '0xAfE208a311B21f13EF87E33A90049fC17A7acDEc',
      positionManager: '0x3d79EdAaBC0EaB6F08ED885C05Fc0B014290D95A',
      migrator: '0x3cFd4d48EDfDCC53D3f173F596f621064614C582',
      quoter: '0x82825d0554fA07f7FC52Ab63c961F330fdEFa8E8',
      tickLens: '0x5f115D9113F88e0a0Db1b5033D90D4a9690AcD3D',
      swapRouter02: '0x5615CDAb10dc425a742d643d949a7F474C01abc4',
    },
    v4: {
      poolManager: '0x288dc841A52FCA2707c6947B3A777c5E56cd87BC',
      positionManager: '0xf7965f3981e4D5BC383BfBCb61501763e9068CA9',
      stateView: '0xbc21f8720BABf4b20d195eE5C6e99c52b76F2bfb',
      quoter: '0x28566da1093609182dFf2cB2A91CFD72e61d66cd',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Blast
  81457: {
    v2: {
      factory: '0x5C346464d33F90bABaf70dB6388507CC889C1070',
      router: '0xBB66Eb1c5e875933D44DAe661dbD80e5D9B03035',
    },
    v3: {
      factory: '0x792edAdE80af5fC680d96a2eD80A44247D2Cf6Fd',
      positionManager: '0xB218e4f7cF0533d4696fDfC419A0023D33345F28',
      migrator: '0x15CA7043CD84C5D21Ae76Ba0A1A967d42c40ecE0',
      quoter: '0x6Cdcd65e03c1CEc3730AeeCd45bc140D57A25C77',
      tickLens: '0x2E95185bCdD928a3e984B7e2D6560Ab1b17d7274',
      swapRouter02: '0x549FEB8c9bd4c12Ad2AB27022dA12492aC452B66',
    },
    v4: {
      poolManager: '0x1631559198A9e474033433b2958daBC135ab6446',
      positionManager: '0x4AD2F4CcA2682cBB5B950d660dD458a1D3f1bAaD',
      stateView: '0x12a88AE16F46DCe4e8B15368008Ab3380885df30',
      quoter: '0x6F71Cdcb0d119fF72C6eb501ABCEb576fBF62BCF',
    },
    universalRouter: { address: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b', version: '2.1' },
  },
  // Zora
  7777777: {
    v3: {
      factory: '0x7145F8aeef1f6510E92164038E1B6F8cB2c42Cbb',
      positionManager: '0xbC91e8DfA3fF18De43853372A3d7dfe585137D78',
      migrator: '0x048352d8dCF13686982C799da63fA6426a9D0b60',
      quoter: '0x11867e1b3348F3ce4FcC170BC5af3d23E07E64Df',
      tickLens: '0x209AAda09D74Ad3B8D0E92910Eaf85D2357e3044',
      swapRouter02: '0x7De04c96BE5159c3b5CeffC82aa176dc81281557',
    },
    v4: {
      poolManager: '0x0575338e4C17006aE181B47900A84404247CA30f',
      positionManager: '0xf66C7b99e2040f0D9b326B3b7c152E9663543D63',
      stateView: '0x385785Af07d63b50d0a0ea57C4FF89D06adf7328',
      quoter: '0x5EDACcc0660E0a2C44b06E07Ce8B915E625DC2c6',
    },
    universalRouter: { address: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7', version: '2.1' },
  },
}
