// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PoolPrice} from "./ILens.sol";
import {Lens} from "./Lens.sol";

/// @title Reads price and depth of pools whose addresses and ids are computed by the caller
contract MarketLens is Lens {
    constructor(address pair, address[] memory v3Pools, address stateView, bytes32[] memory v4Ids) {
        PoolPrice[] memory prices = new PoolPrice[](v3Pools.length + v4Ids.length);
        for (uint256 i = 0; i < v3Pools.length; ++i) {
            prices[i] = _price(v3Pools[i], abi.encodeWithSignature("slot0()"), abi.encodeWithSignature("liquidity()"));
        }
        for (uint256 i = 0; i < v4Ids.length; ++i) {
            prices[v3Pools.length + i] = _price(
                stateView,
                abi.encodeWithSignature("getSlot0(bytes32)", v4Ids[i]),
                abi.encodeWithSignature("getLiquidity(bytes32)", v4Ids[i])
            );
        }
        uint256[] memory reserves = _words(pair, abi.encodeWithSignature("getReserves()"), 2);
        if (reserves.length == 0) reserves = new uint256[](2);
        uint256 totalSupply = _uint(pair, abi.encodeWithSignature("totalSupply()"));
        _answer(abi.encode(_head(address(0)), [reserves[0], reserves[1], totalSupply], prices));
    }

    function _price(
        address target,
        bytes memory slot0,
        bytes memory liquidity
    ) private view returns (PoolPrice memory read) {
        read.sqrtPriceX96 = uint160(_uint(target, slot0));
        if (read.sqrtPriceX96 != 0) read.liquidity = uint128(_uint(target, liquidity));
    }
}
