// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {BalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {Currency, CurrencyLibrary} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ModifyLiquidityParams, SwapParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";

/// @notice Speaks to the pool manager for the caller, who funds it: swaps, adds and removes liquidity, and tries things that
/// ought to fail.
contract PoolUser is IUnlockCallback {
    IPoolManager private immutable manager;

    constructor(IPoolManager manager_) {
        manager = manager_;
    }

    receive() external payable {}

    /// @dev Spends exactly `amountIn` of ETH (sent along) or of tokens (moved here before).
    function swap(PoolKey memory key, bool ethIn, uint256 amountIn) external payable returns (uint256 amountOut) {
        return abi.decode(manager.unlock(abi.encodeCall(this.doSwap, (key, ethIn, amountIn))), (uint256));
    }

    function doSwap(PoolKey memory key, bool ethIn, uint256 amountIn) external returns (uint256 amountOut) {
        uint160 limit = ethIn ? TickMath.MIN_SQRT_PRICE + 1 : TickMath.MAX_SQRT_PRICE - 1;
        BalanceDelta delta = manager.swap(key, SwapParams(ethIn, -int256(amountIn), limit), "");
        amountOut = uint128(ethIn ? delta.amount1() : delta.amount0());
        _pay(ethIn ? key.currency0 : key.currency1, amountIn);
        manager.take(ethIn ? key.currency1 : key.currency0, address(this), amountOut);
    }

    /// @dev Changes the liquidity of this contract's own position over the whole range.
    function modify(PoolKey memory key, int256 liquidity) external payable {
        manager.unlock(abi.encodeCall(this.doModify, (key, liquidity)));
    }

    function doModify(PoolKey memory key, int256 liquidity) external {
        int24 edge = (887_272 / key.tickSpacing) * key.tickSpacing;
        ModifyLiquidityParams memory params = ModifyLiquidityParams(-edge, edge, liquidity, 0);
        (BalanceDelta delta, ) = manager.modifyLiquidity(key, params, "");
        _settle(key.currency0, delta.amount0());
        _settle(key.currency1, delta.amount1());
    }

    /// @dev Gives ETH to the liquidity of a pool.
    function donate(PoolKey memory key, uint256 ethAmount) external payable {
        manager.unlock(abi.encodeCall(this.doDonate, (key, ethAmount)));
    }

    function doDonate(PoolKey memory key, uint256 ethAmount) external {
        manager.donate(key, ethAmount, 0, "");
        _pay(key.currency0, ethAmount);
    }

    /// @dev Turns tokens (moved here before) into a claim on the pool manager, of `owner`.
    function mintClaim(PoolKey memory key, uint256 amount, address owner) external {
        manager.unlock(abi.encodeCall(this.doMintClaim, (key, amount, owner)));
    }

    function doMintClaim(PoolKey memory key, uint256 amount, address owner) external {
        _pay(key.currency1, amount);
        manager.mint(owner, uint160(Currency.unwrap(key.currency1)), amount);
    }

    /// @dev Sends ETH to `recipient` from the pool manager's own address.
    function sendThroughManager(address recipient) external payable {
        manager.unlock(abi.encodeCall(this.doSendThroughManager, (recipient, msg.value)));
    }

    function doSendThroughManager(address recipient, uint256 amount) external {
        manager.settle{value: amount}();
        manager.take(CurrencyLibrary.ADDRESS_ZERO, recipient, amount);
    }

    /// @dev Leaves a currency synced before buying in the same transaction.
    function syncThenBuy(ILaunchpad pad, address token) external payable {
        manager.sync(Currency.wrap(token));
        pad.buy{value: msg.value}(token, 0);
    }

    /// @dev Buys while the pool manager is unlocked.
    function buyWhileUnlocked(ILaunchpad pad, address token) external payable {
        manager.unlock(abi.encodeCall(this.doBuy, (pad, token, msg.value)));
    }

    function doBuy(ILaunchpad pad, address token, uint256 value) external {
        pad.buy{value: value}(token, 0);
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (bool success, bytes memory result) = address(this).call(data);
        if (success) return result;
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }

    function _settle(Currency currency, int128 delta) private {
        if (delta < 0) _pay(currency, uint128(-delta));
        else manager.take(currency, address(this), uint128(delta));
    }

    function _pay(Currency currency, uint256 amount) private {
        if (currency.isAddressZero()) {
            manager.settle{value: amount}();
        } else {
            manager.sync(currency);
            LaunchToken(Currency.unwrap(currency)).transfer(address(manager), amount);
            manager.settle();
        }
    }
}
