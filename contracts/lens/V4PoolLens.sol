// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {V4Key, V4Pool, Watch} from "./ILens.sol";
import {Lens} from "./Lens.sol";

/// @title Reads v4 pools by id; the position managers remember the key of every pool they minted in
contract V4PoolLens is Lens {
    constructor(address stateView, address[] memory managers, bytes32[] memory ids, Watch memory watch) {
        V4Pool[] memory pools = new V4Pool[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            pools[i] = _pool(stateView, managers, ids[i]);
        }
        _answer(abi.encode(_head(watch.wallet), _holdings(watch), pools));
    }

    function _pool(address stateView, address[] memory managers, bytes32 id) private view returns (V4Pool memory read) {
        read.id = id;
        uint256[] memory slot0 = _words(stateView, abi.encodeWithSignature("getSlot0(bytes32)", id), 4);
        if (slot0.length == 0 || slot0[0] == 0) return read;
        (read.sqrtPriceX96, read.tick) = (uint160(slot0[0]), int24(int256(slot0[1])));
        read.lpFee = uint24(slot0[3]);
        read.liquidity = uint128(_uint(stateView, abi.encodeWithSignature("getLiquidity(bytes32)", id)));
        for (uint256 i = 0; i < managers.length && read.key.tickSpacing == 0; ++i) {
            uint256[] memory key = _words(managers[i], abi.encodeWithSignature("poolKeys(bytes25)", bytes25(id)), 5);
            if (key.length == 5 && key[3] != 0) {
                read.key = V4Key({
                    currency0: address(uint160(key[0])),
                    currency1: address(uint160(key[1])),
                    fee: uint24(key[2]),
                    tickSpacing: int24(int256(key[3])),
                    hooks: address(uint160(key[4]))
                });
                read.isPermissioned = i > 0;
            }
        }
        if (read.key.tickSpacing == 0) return read;
        read.meta0 = _token(read.key.currency0);
        read.meta1 = _token(read.key.currency1);
    }
}
