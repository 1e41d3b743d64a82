// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IHooks} from "@uniswap/v4-core/src/interfaces/IHooks.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {SqrtPriceMath} from "@uniswap/v4-core/src/libraries/SqrtPriceMath.sol";
import {StateLibrary} from "@uniswap/v4-core/src/libraries/StateLibrary.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {BalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {Currency, CurrencyLibrary} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolId} from "@uniswap/v4-core/src/types/PoolId.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ModifyLiquidityParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";
import {FixedPointMathLib} from "solady/src/utils/FixedPointMathLib.sol";
import {CurveMath} from "./CurveMath.sol";
import {LaunchToken} from "./LaunchToken.sol";

/// @title GraduationPool
/// @notice The Uniswap v4 pool of native ETH against a token that sold out.
/// @dev Native ETH is the zero address and so always the first currency: one price and one pair of amounts serve every
/// token. The position has no salt and no function that lowers its liquidity.
library GraduationPool {
    using StateLibrary for IPoolManager;

    uint24 internal constant FEE = 10_000;
    int24 internal constant TICK_SPACING = 200;
    int24 internal constant MAX_TICK = 887_200;

    /// @dev `BEFORE_INITIALIZE` among the 14 bits that Uniswap v4 reads from a hook's address.
    uint160 internal constant HOOK_FLAGS = 0x2000;
    uint160 internal constant HOOK_MASK = 0x3fff;

    uint160 internal constant SQRT_PRICE_X96 = 668798109658601078908016402645069;
    uint128 internal constant LIQUIDITY = 23692699297462921204456;
    /// @dev The amounts which that liquidity takes: all that is meant for the pool except 1,289 wei and 5,488 token units.
    uint256 internal constant ETH = 2806719999999998711;
    uint256 internal constant TOKENS = 199999999999999999999994512;

    /// @notice The key of the pool of `token`.
    function keyOf(address token) internal view returns (PoolKey memory) {
        return
            PoolKey({
                currency0: CurrencyLibrary.ADDRESS_ZERO,
                currency1: Currency.wrap(token),
                fee: FEE,
                tickSpacing: TICK_SPACING,
                hooks: IHooks(address(this))
            });
    }

    /// @notice Puts the liquidity into the pool of `token`, inside the pool manager's callback.
    /// @dev The pool manager reverts unless the amounts are exactly those it asks for. Paying the token first also clears
    /// any currency that an earlier call of the same transaction left synced, which would make the manager refuse the ETH.
    function seed(IPoolManager manager, address token) internal {
        _modify(manager, keyOf(token), int256(uint256(LIQUIDITY)));
        manager.sync(Currency.wrap(token));
        LaunchToken(token).transfer(address(manager), TOKENS);
        manager.settle();
        manager.settle{value: ETH}();
    }

    /// @notice Takes the fees that the pool of `token` has earned, inside the pool manager's callback: the ETH to this
    /// contract, the treasury's tokens to the treasury, and the creator's, with those kept for it before, to `recipient`. If that
    /// is this contract, they are kept: they stay in the pool manager, as a claim of this contract's on it.
    /// @return amounts ETH, the creator's tokens without those kept before, and the treasury's tokens, encoded.
    function collect(
        IPoolManager manager,
        address token,
        address recipient,
        uint256 keptTokens,
        address treasury
    ) internal returns (bytes memory amounts) {
        BalanceDelta delta = _modify(manager, keyOf(token), 0);
        uint256 ethAmount = uint128(delta.amount0());
        (uint256 creatorTokens, uint256 treasuryTokens) = CurveMath.shares(uint128(delta.amount1()));
        if (ethAmount != 0) manager.take(CurrencyLibrary.ADDRESS_ZERO, address(this), ethAmount);
        if (treasuryTokens != 0) manager.take(Currency.wrap(token), treasury, treasuryTokens);
        if (keptTokens != 0) manager.burn(address(this), _claimId(token), keptTokens);
        uint256 paid = creatorTokens + keptTokens;
        if (paid != 0) {
            if (recipient == address(this)) manager.mint(recipient, _claimId(token), paid);
            else manager.take(Currency.wrap(token), recipient, paid);
        }
        return abi.encode(ethAmount, creatorTokens, treasuryTokens);
    }

    /// @notice The creator's tokens that `collect` has kept.
    function kept(IPoolManager manager, address token) internal view returns (uint256) {
        return manager.balanceOf(address(this), _claimId(token));
    }

    /// @notice What `collect` would take now.
    function uncollected(
        IPoolManager manager,
        address token
    ) internal view returns (uint256 ethAmount, uint256 tokenAmount) {
        PoolId id = keyOf(token).toId();
        (uint256 ethGrowth, uint256 tokenGrowth) = manager.getFeeGrowthInside(id, -MAX_TICK, MAX_TICK);
        (uint128 liquidity, uint256 ethLast, uint256 tokenLast) = manager.getPositionInfo(
            id,
            address(this),
            -MAX_TICK,
            MAX_TICK,
            bytes32(0)
        );
        unchecked {
            // Growth counts modulo 2^256.
            ethAmount = FixedPointMathLib.fullMulDiv(ethGrowth - ethLast, liquidity, 1 << 128);
            tokenAmount = FixedPointMathLib.fullMulDiv(tokenGrowth - tokenLast, liquidity, 1 << 128);
        }
    }

    /// @dev The pool manager's number for its claims on a token.
    function _claimId(address token) private pure returns (uint256) {
        return uint160(token);
    }

    function _modify(IPoolManager manager, PoolKey memory key, int256 liquidity) private returns (BalanceDelta delta) {
        ModifyLiquidityParams memory params = ModifyLiquidityParams(-MAX_TICK, MAX_TICK, liquidity, 0);
        (delta, ) = manager.modifyLiquidity(key, params, "");
    }

    /// @notice Whether the curve sells exactly its supply for exactly its target, ends at the price at which the pool
    /// opens, to one part in 10^18, and leaves what the pool's liquidity takes.
    function isContinuous() internal pure returns (bool) {
        uint256 eth = CurveMath.TARGET - (CurveMath.TARGET * CurveMath.GRADUATION_FEE_BPS) / CurveMath.BPS;
        uint256 tokens = CurveMath.TOTAL_SUPPLY - CurveMath.CURVE_SUPPLY;
        uint256 curveSide = (CurveMath.VIRTUAL_ETH + CurveMath.TARGET) * tokens;
        uint256 poolSide = (CurveMath.VIRTUAL_TOKEN - CurveMath.CURVE_SUPPLY) * eth;
        uint160 lower = TickMath.getSqrtPriceAtTick(-MAX_TICK);
        uint160 upper = TickMath.getSqrtPriceAtTick(MAX_TICK);
        return
            CurveMath.tokensOutDown(0, 0, CurveMath.TARGET) == CurveMath.CURVE_SUPPLY &&
            FixedPointMathLib.dist(curveSide, poolSide) < curveSide / 1e18 &&
            FixedPointMathLib.sqrt(FixedPointMathLib.fullMulDiv(tokens, 1 << 192, eth)) == SQRT_PRICE_X96 &&
            SqrtPriceMath.getAmount0Delta(SQRT_PRICE_X96, upper, LIQUIDITY, true) == ETH &&
            SqrtPriceMath.getAmount1Delta(lower, SQRT_PRICE_X96, LIQUIDITY, true) == TOKENS &&
            ETH <= eth &&
            TOKENS <= tokens;
    }
}
