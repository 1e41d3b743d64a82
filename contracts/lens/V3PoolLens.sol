// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {V3Pool, V3Query, Watch} from "./ILens.sol";
import {Lens} from "./Lens.sol";

/// @title Reads v3 pools, by address or by tokens and fee
contract V3PoolLens is Lens {
    constructor(address factory, V3Query[] memory queries, Watch memory watch) {
        V3Pool[] memory pools = new V3Pool[](queries.length);
        for (uint256 i = 0; i < queries.length; ++i) {
            pools[i] = _pool(factory, queries[i]);
        }
        _answer(abi.encode(_head(watch.wallet), _holdings(watch), pools));
    }

    /// @dev A pool named by its address must be the factory's own; the spacing of a fee is read without a pool too.
    function _pool(address factory, V3Query memory query) private view returns (V3Pool memory read) {
        (read.token0, read.token1, read.fee) = (query.token0, query.token1, query.fee);
        if (query.pool != address(0)) {
            read.token0 = _address(query.pool, abi.encodeWithSignature("token0()"));
            read.token1 = _address(query.pool, abi.encodeWithSignature("token1()"));
            read.fee = uint24(_uint(query.pool, abi.encodeWithSignature("fee()")));
        }
        read.tickSpacing = int24(
            int256(_uint(factory, abi.encodeWithSignature("feeAmountTickSpacing(uint24)", read.fee)))
        );
        address found = _address(
            factory,
            abi.encodeWithSignature("getPool(address,address,uint24)", read.token0, read.token1, read.fee)
        );
        if (found == address(0) || (query.pool != address(0) && query.pool != found)) return read;
        read.pool = found;
        _state(read);
    }

    function _state(V3Pool memory read) private view {
        uint256[] memory slot0 = _words(read.pool, abi.encodeWithSignature("slot0()"), 2);
        if (slot0.length == 2) (read.sqrtPriceX96, read.tick) = (uint160(slot0[0]), int24(int256(slot0[1])));
        read.liquidity = uint128(_uint(read.pool, abi.encodeWithSignature("liquidity()")));
        read.balance0 = _balance(read.token0, read.pool);
        read.balance1 = _balance(read.token1, read.pool);
        read.meta0 = _token(read.token0);
        read.meta1 = _token(read.token1);
    }
}
