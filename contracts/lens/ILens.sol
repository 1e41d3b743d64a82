// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The balances and allowances to read of a wallet, besides pools and positions.
struct Watch {
    address wallet;
    /// @dev The zero address is the native currency.
    address[] tokens;
    /// @dev Whose allowance of the tokens counts.
    address spender;
    /// @dev Zero where Permit2 plays no part.
    address permit2;
    address permit2Spender;
    /// @dev Says which tokens are permissioned; where it is zero, the manager below is asked for it.
    address permissions;
    /// @dev Takes the place of `permit2Spender` as soon as one of the tokens is permissioned; zero to prevent that.
    address permissionedManager;
}

struct Head {
    uint256 number;
    uint256 timestamp;
    uint256 nativeBalance;
}

struct Token {
    /// @dev 255 where the token does not say.
    uint8 decimals;
    /// @dev At most 31 bytes, the last one its length.
    bytes32 symbol;
}

struct Holding {
    uint256 balance;
    uint256 allowance;
    uint160 permitAmount;
    uint48 permitExpiration;
    uint48 permitNonce;
    bool isContract;
    bool isPermissioned;
    bool isAllowed;
    Token token;
}

struct Pair {
    address pair;
    address token0;
    address token1;
    uint256 reserve0;
    uint256 reserve1;
    uint256 balance0;
    uint256 balance1;
    uint256 totalSupply;
    uint256 kLast;
    bool feeOn;
    /// @dev Liquidity that lies in the pair itself and leaves with the next burn.
    uint256 strayLiquidity;
    uint256 walletLiquidity;
    uint256 walletAllowance;
    /// @dev What arrives of 10,000 units sent out, by token; 10,001 where it is unknown.
    uint256 arriving0;
    uint256 arriving1;
    Token meta0;
    Token meta1;
}

struct PairQuery {
    address pair;
    address tokenA;
    address tokenB;
}

struct V3Pool {
    address pool;
    address token0;
    address token1;
    uint24 fee;
    int24 tickSpacing;
    uint160 sqrtPriceX96;
    int24 tick;
    uint128 liquidity;
    uint256 balance0;
    uint256 balance1;
    Token meta0;
    Token meta1;
}

struct V3Query {
    address pool;
    address token0;
    address token1;
    uint24 fee;
}

struct V4Key {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct V4Pool {
    bytes32 id;
    /// @dev Empty where no position manager knows the id.
    V4Key key;
    /// @dev Whether the key came from the permissioned manager.
    bool isPermissioned;
    uint160 sqrtPriceX96;
    int24 tick;
    uint24 lpFee;
    uint128 liquidity;
    Token meta0;
    Token meta1;
}

struct PoolPrice {
    /// @dev Zero where no pool is initialised.
    uint160 sqrtPriceX96;
    uint128 liquidity;
}

struct Growth {
    uint256 growth0;
    uint256 growth1;
}

struct SharedPosition {
    uint128 liquidity;
    Growth insideLast;
    uint128 owed0;
    uint128 owed1;
}

struct V3Position {
    uint256 id;
    address owner;
    /// @dev Whether the wallet may act on the position without owning it.
    bool isOperator;
    uint256 nonce;
    address token0;
    address token1;
    uint24 fee;
    int24 tickLower;
    int24 tickUpper;
    int24 tickSpacing;
    uint128 liquidity;
    Growth insideLast;
    uint128 owed0;
    uint128 owed1;
    address pool;
    /// @dev The pool's own position of the manager over the same ticks, which all positions of that range share.
    SharedPosition shared;
    uint160 sqrtPriceX96;
    int24 tick;
    Growth global;
    Growth lowerOutside;
    Growth upperOutside;
    Token meta0;
    Token meta1;
}

struct V4Position {
    uint256 id;
    address owner;
    bool isOperator;
    /// Whether a contract is notified of every change of the position.
    bool isSubscribed;
    bytes32 poolId;
    V4Key key;
    int24 tickLower;
    int24 tickUpper;
    uint128 liquidity;
    Growth insideLast;
    Growth inside;
    uint160 sqrtPriceX96;
    int24 tick;
    uint24 lpFee;
    Token meta0;
    Token meta1;
}

/// @title The lenses' arguments and answers, each lens as if it were a function
/// @notice A lens is never deployed: it runs as creation code in an `eth_call` and returns its answer in place of code.
interface ILens {
    function pairs(
        address factory,
        PairQuery[] calldata queries,
        Watch calldata watch
    ) external view returns (Head memory, Holding[] memory, Pair[] memory);

    function v3Pools(
        address factory,
        V3Query[] calldata queries,
        Watch calldata watch
    ) external view returns (Head memory, Holding[] memory, V3Pool[] memory);

    function v4Pools(
        address stateView,
        address[] calldata managers,
        bytes32[] calldata ids,
        Watch calldata watch
    ) external view returns (Head memory, Holding[] memory, V4Pool[] memory);

    function market(
        address pair,
        address[] calldata v3Pools,
        address stateView,
        bytes32[] calldata v4Ids
    ) external view returns (Head memory, uint256[3] memory reservesAndSupply, PoolPrice[] memory);

    function v3Positions(
        address manager,
        address factory,
        uint256[] calldata ids,
        Watch calldata watch
    ) external view returns (Head memory, Holding[] memory, V3Position[] memory);

    function v3Owned(
        address manager,
        address factory,
        uint256[2] calldata window,
        Watch calldata watch
    ) external view returns (Head memory, Holding[] memory, V3Position[] memory, uint256 total);

    function v4Positions(
        address stateView,
        address manager,
        uint256[] calldata ids,
        Watch calldata watch
    ) external view returns (Head memory, Holding[] memory, V4Position[] memory);
}
